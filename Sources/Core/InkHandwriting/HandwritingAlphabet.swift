// SPDX-License-Identifier: MIT
import InkStroke

/// The tables of InkLock's own handwriting: a single-stroke script on a grid of small whole numbers.
///
/// A line consists of the glyph's character and its nodes. A node has two characters: x counted from `0`, and y,
/// upwards, counted from `D`. So `D` is the baseline, `T` (16) the top of small letters, `f` (34) the top of capitals,
/// and `4` (−16) the foot of descenders. Glyphs are upright here and slanted when written.
///
/// After a node, `!` makes it a corner. `+` ends the lead-in, the nodes that are written only when the preceding letter
/// joins this one; a glyph without `+` is never joined. `-` lets the stroke continue into the next letter. A blank
/// lifts the pen; strokes after one that continues wait until the word is complete.
///
/// Letters outside ASCII use a character that the handwriting does not support: `[` Æ, `]` Œ, `{` æ, `}` œ, `~` ß.
enum HandwritingAlphabet {
    /// The letters, digits and punctuation marks.
    static var letters: StaticString {
        #"""
        a5P8S+>R!:T6P5I8D<H>O?S!>I@DCEFI-
        b+5M;]<e9g6a5T5I8D=G>N<S=PAPER-
        c5P8S+>Q!:T6P5I8D=EBJ-
        d5P8S+>R!:T6P5I8D<H>Q@f!>J@DCEFI-
        e+4I:L=P:T6Q5J8E<D@FCJ-
        f+5M;]<e9g7a6N5<6595:<7E!<EAI-
        g5P8S+>R!:T6P5I8E<I>O?S!=B;874478>?CEI-
        h+5M;]<e9g6a5R4D!6L:S=S>N>H@DCEFI-
        i+6T!5I7D:E=I-
        j+9T!8B6734185>;C@I-
        k+5M;]<e9g6a5R4D!6M;S=P:L6L!;J>EADDH-
        l+5M;]<e9g6a5N6F9D>I-
        m+3Q5T6Q5D!7M:S=S>N=D!?MBSESFNFHHDKENI-
        n+3Q5T6Q5D!7M;S>S?N?HADDEGI-
        o5P8S+<T!8S5N5H8D<E?K>Q<T;R>PDR-
        p+3O6T!5D44!5D7N;T?Q>I;D7F!<DAEDI-
        q5P8S+>R!:T6P5I8D<H>O?S!>D=:>4A6A=?CFI-
        r+3Q5T6Q5D!6M9R=T@RDQ-
        s+4H:U!<N>I;D6E!<DBH-
        t+7a!6J8D;E?I- 2X=Y
        u+5T!4I7D;G>N?T!>I@DCEFI-
        v+3Q5T7Q9H;D!?LASAQFR-
        w+5T!5I8D;H=S!=I@DCHEQESFQJR-
        x+3Q5T7R9H<D?EBI- ?T4D
        y+5T!4K7F;I>P?T!=B:764488>?CEI-
        z+4Q8T>S!5E!9F>DBH-
        A1H4D8H?WEf!ETEGHDLI- 9PIQ
        B:e9T6D 3_8e@fEaBX;V!CTFMBF;D4G
        CF`Bf;c6Z4O7G=DCFIL-
        D;c:T8H4E4H:F@DGKIWDb;f4c2_
        EDb?f9c9Z>V!7R4K8D?DEHHL-
        F3`6d>dIf ?d=R:F5D2H 8UCV
        GE`Af:d5[4N8E?GDS!CFA=<678:?ACHI-
        H3a7f8\6L3D GfDXCHEDHELI- 6U=VEV
        I4e:eAf ;e:T8E 2D8D?E
        J5b9f?e=R:>65275==CCI-
        K3a7f8\6L3D Gf?\8U!<RAHEDJI-
        LCbAf=d;Z9L6E2E3H9F@DFEJI-
        M1H4D7H;V?f!?V@F!EWKf!KTLGODSI-
        N1H4D7H;V?f!AVDD!GUKbNfQc
        O=f!6`3T6G<DDKGXCc=f<bA`Hc
        P:e9T6D 3_8e@fFaDX>T9U
        Q=f!6`3T6G<DDKGXCc=f<bA`Hc <KBGKA
        R:e9T6D 3_8e@fEaBY9U!>QBHFDKI-
        SDaBe=f9a<YARAI;D5E2K
        T2a6e>dJf ?d=R;G6D2G
        U3a6f8`6N9E>EDOGf!ELGDKENI-
        V3b7f9^;D!ATFbJfMd
        W3b7f9^9D!@VCd!DD!KTObSfVd
        X3a7f;aBJFDJEMI- Kf?U3D
        Y3a6f8`8X<SAXFf!DR@>;568:?BDII-
        Z4a8f>dGf!4E!:GBDJH-
        09^!4X2O4G8D=J>T<\9^
        13X9^!7D
        23X6]:^=Y:P3E!8E?D
        34\9^<Z:T7R!<P>K;E6D2G
        4:^2M!@M <T:D
        55^4S!9U>P=H8D2F 5^>^
        6=]7X3N4G8D=H=N9Q4M
        72]?]!9Q6D
        8<[8^4Z6U<N=H8D3H5O;U=Z<\
        9=Y9^4Z4T8Q<U=[!<N8D
        .4E
        ,5E4B2>
        -3M<M
        '5g3^
        &FD:T6]9c>a=Z6Q3J6D=ECLDR
        (:h5`3T5F:>
        )3h8`:T8F3>
        {5P8S+>R!:T6P5I8D<GALFNGRDT@P?IBDGDLJ-
        }5P8S+<T!8S5N5H8D<E?K=R:S<MBKGNHRETAP@ICDHDMJ-
        [1H4D:LA\Ff!DTCD!JEQG FfRf :QDSOU
        ]=f!6`3T6G<DCKFVCb=f KeITGE!NDUG KeVf HUSV
        ~+7\!38!7\;f@eA_<X!AUCNAG=D;F!ADFI-
        """#
    }

    /// Dots and accents; ``HandwritingForm`` says where they go.
    static var marks: StaticString {
        #"""
        `KaR[
        'UaN[
        ^J[Pa!V[
        ~H[L_R\W`
        :L\ T\
        .P\
        -J]W^
        vJ`P[!Va
        uJ`M[R[V`
        oPaL^OZS\Qa
        "RaL[ YaS[
        ,PD!S@Q<M<
        ;QE!O@R<V>
        |TfR^
        /3AAW
        72AIi
        l3Q>X
        L4QDY
        d9_F`
        D3U@V
        h3^>_
        H2^K_
        """#
    }

    /// The letters U+00C0 to U+017E as pairs of a letter and a mark; blanks for unsupported ones.
    static var composed: StaticString {
        #"""
        A`A'A^A~A:Ao[ C,E`E'E^E:I`I'I^I:DDN~O`O'O^O~O:  O7U`U'U^U:Y'  ~ \#
        a`a'a^a~a:ao{ c,e`e'e^e:i`i'i^i:  n~o`o'o^o~o:  o/u`u'u^u:y'  y:\#
        A-a-AuauA;a;C'c'C^c^C.c.CvcvDvdvDDddE-e-EueuE.e.E;e;EvevG^g^Gugu\#
        G.g.G,g,H^h^HHhhI~i~I-i-IuiuI;i;I.i     J^j^K,k,  L'l'L,l,Lvlv  \#
          LLllN'n'N,n,Nvnv      O-o-OuouO"o"] } R'r'R,r,RvrvS's'S^s^S,s,\#
        SvsvT,t,Tvtv    U~u~U-u-UuuuUouoU"u"U;u;W^w^Y^y^Y:Z'z'Z.z.Zvzv
        """#
    }

    /// The marks for the combining characters from U+0300 on.
    static var combining: StaticString { #"`'^~- u.: o"v                         ,,;"# }
}
