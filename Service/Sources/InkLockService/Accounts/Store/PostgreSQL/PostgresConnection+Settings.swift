// SPDX-License-Identifier: MIT

extension PostgresConnection {
    /// The default settings of a connection, which the URI may replace. Times are in seconds, except the last one.
    static let defaults: [(String, String)] = [
        ("application_name", "inklock"), ("connect_timeout", "5"), ("target_session_attrs", "read-write"),
        ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"),
    ]

    /// The settings of a session. The timeouts end transactions of crashed clients. `synchronous_commit` is `on` if it
    /// was `off` or `local`, so that a commit waits for synchronous standbys. It is set in any case, because a session
    /// adopts a value that it does not set itself when the server reads its settings again. ``checkDurability()`` needs
    /// the warnings.
    static let session = """
        SET statement_timeout = '10s';
        SET lock_timeout = '5s';
        SET idle_in_transaction_session_timeout = '10s';
        SET enable_seqscan = off;
        SET TimeZone = 'UTC';
        SET client_min_messages = 'warning';
        SELECT set_config('synchronous_commit', coalesce(
            nullif(nullif(current_setting('synchronous_commit'), 'off'), 'local'), 'on'), false);
        """

    /// Settings that only save time. A statement is planned once for a connection, because each finds its rows by an
    /// index, whatever its values are. No plan is compiled.
    static let planning = ["SET plan_cache_mode = force_generic_plan", "SET jit = off"]
}
