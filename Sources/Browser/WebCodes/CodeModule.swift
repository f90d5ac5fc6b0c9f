// SPDX-License-Identifier: MIT
import CodeNames
import InkEvidence
import InkFiles
import InkHandwriting
import InkStroke
import InkTrail
import LockFlow
import Passcode
import PicturePassword
import WasmBridge

/// A generated module of `Web/src`: the tables that the scripts of one WebAssembly module need.
struct CodeModule {
    let name: String
    let tables: [CodeTable]
    var lists: [CodeList] = []
    /// Further parts of the module.
    var parts: [CodePart] = []

    static let all = [
        CodeModule(name: "error-codes", tables: [CodeTable(Failure.self)]),
        CodeModule(
            name: "palm-codes", tables: [CodeTable(PalmGuard.Pointer.self), CodeTable(PalmGuard.Verdict.self)]),
        CodeModule(
            name: "signature-codes",
            tables: [CodeTable(Brush.Tip.self), CodeTable(StrokeModel.self)],
            parts: [
                BrushTable.part,
                CodePart.numbers(
                    "drawingNumbers",
                    "Lengths and places in Swift's `DrawingNumbers`, and the limit of a start in seconds.",
                    [
                        "perDrawing": Double(DrawingNumbers.perDrawing), "perStroke": Double(DrawingNumbers.perStroke),
                        "perSample": Double(DrawingNumbers.perSample),
                        "width": Double(DrawingNumbers.width), "height": Double(DrawingNumbers.height),
                        "date": Double(DrawingNumbers.date), "strokeCount": Double(DrawingNumbers.strokeCount),
                        "maximumWidth": Double(DrawingNumbers.maximumWidth), "start": Double(DrawingNumbers.start),
                        "sampleCount": Double(DrawingNumbers.sampleCount), "time": Double(DrawingNumbers.time),
                        "startLimit": Stroke.startLimit,
                    ]),
                CodePart.names("sampleChannels", SampleChannel.self),
                CodePart.numbers(
                    "handwriting", "The numbers that Swift's `Handwriting` and texts in the browser's fonts share.",
                    [
                        "characterLimit": Double(Handwriting.characterLimit), "baseline": Handwriting.baseline,
                        "rate": Handwriting.rate, "pause": Handwriting.pause,
                        "margin": Handwriting.margin, "marginLimit": Handwriting.marginLimit,
                        "sideMargin": Handwriting.sideMargin,
                    ]),
                CodePart.object(
                    "drawingFormat", "The name and the version of the JSON file format.",
                    [
                        ("name", .text(DrawingJSON.formatName)), ("version", .number(Double(DrawingJSON.version))),
                    ]),
            ]),
        CodeModule(name: "quality-codes", tables: [CodeTable(SignatureFlaw.self)]),
        CodeModule(
            name: "evidence-codes",
            tables: [CodeTable(EvidenceBlock.Kind.self), CodeTable(EvidenceOpening.Source.self)],
            parts: [
                CodePart.type(EvidenceFinding.Subject.self),
                CodePart.type(EvidenceFinding.Verdict.self),
                CodePart.type(EvidenceFinding.Reason.self),
                CodePart.object(
                    "evidenceFormat", "The text at the start of an evidence file, and the version of the format.",
                    [
                        ("domain", .text(EvidenceFile.domain)), ("version", .number(Double(EvidenceFile.version))),
                    ]),
                EvidenceTable.part,
            ]),
        CodeModule(
            name: "picture-codes",
            tables: [
                CodeTable(EnrolmentError.Kind.self), CodeTable(PictureVerdict.self), CodeTable(TrailStyle.self),
                CodeTable(Strength.Level.self), CodeTable(Strength.Advice.self), CodeTable(GesturePart.Kind.Form.self),
            ],
            parts: [
                CodePart.object(
                    "enrolmentParameters", "The defaults of Swift's `EnrolmentParameters`.",
                    [
                        ("sampleCount", .number(Double(EnrolmentParameters().sampleCount))),
                        ("minimumPlaces", .number(Double(EnrolmentParameters().minimumPlaces))),
                        ("minimumStrength", .text(CodeName.of(EnrolmentParameters().minimumStrength))),
                    ]),
                CodePart.numbers(
                    "saliencyMap", "The numbers of Swift's `SaliencyMap` for pages.",
                    ["analysedSide": Double(SaliencyMap.analysedSide)]),
                CodePart.numbers(
                    "replayGuard", "The bytes of the random key of Swift's `ReplayGuard`.",
                    ["keyLength": Double(ReplayGuard.keyLength)]),
                CodePart.numbers(
                    "lockoutPolicy", "The defaults of Swift's `LockoutPolicy`.",
                    ["pictureLimit": Double(LockoutPolicy().pictureLimit)]),
                CodePart.numbers(
                    "trailNumbers", "Lengths in Swift's `TrailNumbers`.",
                    [
                        "perOutline": Double(TrailNumbers.perOutline), "perVertex": Double(TrailNumbers.perVertex),
                        "perSprite": Double(TrailNumbers.perSprite),
                    ]),
                CodePart.list(
                    "buzzSeconds", "The vibration for a refused drawing, the one of a wrong passcode.",
                    PasscodeMotion.standard.buzzSeconds),
            ]),
        CodeModule(name: "theme-codes", tables: [], parts: [CodePart.type(PasscodeTheme.Name.self), ThemeTable.part]),
        CodeModule(
            name: "passcode-codes",
            tables: [
                CodeTable(PasscodeKind.self), CodeTable(PasscodeEntry.Action.Kind.self),
                CodeTable(PasscodeEntry.Refusal.self),
                CodeTable(PasscodeEntry.Corner.self), CodeTable(PasscodeChange.Purpose.self),
                CodeTable(PasscodeChange.Phase.self), CodeTable(PasscodeChange.Action.Code.self),
                CodeTable(PasscodeChange.Note.Kind.self), CodeTable(PasscodePolicy.Refusal.Kind.self),
                CodeTable(PINPattern.self), CodeTable(WaitingTime.Unit.self),
            ],
            parts: PasscodeTables.parts + KeypadTable.parts),
        CodeModule(
            name: "lock-codes",
            tables: [
                CodeTable(LockState.Kind.self), CodeTable(LockAction.Kind.self),
                CodeTable(CoverContent.Title.Kind.self), CodeTable(CoverContent.Message.Kind.self),
                CodeTable(UnlockMethod.self),
                CodeTable(UnlockMethods.Fallback.self), CodeTable(UnlockMethods.Choices.OwnerAuthentication.self),
                CodeTable(AttemptStanding.Kind.self), CodeTable(PasscodeReason.self), CodeTable(RecoveryReason.self),
                CodeTable(PromptFailure.self), CodeTable(RecoveryCodeError.self), CodeTable(WaitingTime.Unit.self),
            ],
            lists: [CodeList("promptMethods", of: UnlockMethod.self, where: "isPrompt") { $0.isPrompt }],
            parts: [
                CodePart.object(
                    "lockSettings", "The defaults of Swift's `LockSettings`.",
                    [
                        ("graceSeconds", .number(LockSettings().graceSeconds)),
                        ("coversWhenInactive", .flag(LockSettings().coversWhenInactive)),
                        ("promptsAutomatically", .flag(LockSettings().promptsAutomatically)),
                        ("promptReturnSeconds", .number(LockSettings().promptReturnSeconds)),
                    ])
            ]),
    ]

    /// The files of the module, by name.
    var files: [(name: String, text: String)] {
        let head = """
            // SPDX-License-Identifier: MIT
            // Generated by web-codes from Swift. Do not edit. To write it again: swift run web-codes


            """
        let scripts = tables.map(\.script) + lists.map(\.script) + parts.compactMap(\.script)
        let declarations = tables.map(\.declaration) + lists.map(\.declaration) + parts.map(\.declaration)
        return [
            ("\(name).js", head + scripts.joined(separator: "\n")),
            ("\(name).d.ts", head + declarations.joined(separator: "\n")),
        ]
    }
}
