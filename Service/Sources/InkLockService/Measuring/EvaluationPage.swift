// SPDX-License-Identifier: MIT

/// The results of `inklock evaluate` as a self-contained page.
struct EvaluationPage {
    let source: String
    let reports: [TrialReport]
    let curves: [DetectionCurve]

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Error rates</title>
        <style>\(Self.style)</style>
        <h1>Error rates of drawings</h1>
        <p>Recordings: \(Self.escaped(source.split(separator: "/").last.map(String.init) ?? source)). \(reports.first.map(Self.crowd) ?? "")</p>
        <div class="wide"><table>
        <thead><tr><th scope="col">Verifier<th scope="col">Impostors draw<th scope="col">Owners rejected (FNMR)\
        <th scope="col">Impostors accepted (FMR)<th scope="col">Equal error rate\
        <th scope="col">FNMR at FMR 1&nbsp;%<th scope="col">FNMR at FMR 0.1&nbsp;%</thead>
        <tbody>
        \(reports.map(Self.rows).joined(separator: "\n"))
        </tbody></table></div>
        <p>In brackets: the interval that covers 95&nbsp;% of \(TrialReport.resamplings) crowds drawn from the same people.
        A comparison takes \(reports.map { "\($0.comparisonMicroseconds) µs (\($0.verifier))" }.joined(separator: ", ")).
        <h2>At every threshold</h2>
        <figure>\(DetectionPlot(curves).svg)
        <figcaption>A stricter threshold moves along a curve to the upper left. Lower curves are better. Dashed: impostors
        who know what the owner draws.</figcaption></figure>
        </html>

        """
    }

    private static let style = """
        :root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:68rem;margin:2rem auto;padding:0 1rem;\
        overflow-wrap:anywhere}\
        h1,h2{line-height:1.2}.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
        th,td{padding:.4rem .8rem;text-align:left;vertical-align:top;border-bottom:1px solid #8886}thead th{font-weight:600}\
        th,td{overflow-wrap:normal}td small{display:block;opacity:.7;white-space:nowrap}figure{margin:0;max-width:40rem}
        """

    private static func crowd(_ report: TrialReport) -> String {
        "\(report.people) people with \(report.passwords) passwords, \(report.genuine) attempts of owners."
    }

    private static func rows(_ report: TrialReport) -> String {
        [(VerifierTrial.Impostor.differentDrawing, report.differentDrawing), (.sameDrawing, report.sameDrawing)]
            .map { impostor, split in
                let rates = [
                    report.falseNonMatchRate, split.falseMatchRate, split.equalErrorRate,
                    split.falseNonMatchRateAt1Percent, split.falseNonMatchRateAt01Percent,
                ]
                return "<tr><th scope=\"row\">\(report.verifier)<td>\(impostor.words)"
                    + rates.map { "<td>\(cell($0))" }.joined()
            }.joined(separator: "\n")
    }

    private static func cell(_ rate: TrialReport.Rate) -> String {
        "\(percent(rate.value))<small>(\(percent(rate.low)) to \(percent(rate.high)))</small>"
    }

    private static func percent(_ share: Double) -> String {
        // Two digits below one per cent, one above.
        let scale = share < 0.01 ? 1e4 : 1e3
        return "\((share * scale).rounded() / (scale / 100))&nbsp;%"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
