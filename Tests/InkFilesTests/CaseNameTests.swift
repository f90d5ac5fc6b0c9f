// SPDX-License-Identifier: MIT
import CodeNames
import InkStroke
import Testing

@testable import InkFiles

/// The names of cases in drawing files, which browsers write by the names of codes.
@Suite struct CaseNameTests {
    @Test("A tip has the same name in files and in scripts", arguments: Brush.Tip.allCases)
    func tipHasOneName(tip: Brush.Tip) {
        #expect(tip.name == CodeName.of(tip))
        #expect(Brush.Tip(name: FileText(tip.name.utf8)) == tip)
    }

    @Test("A stroke model has the same name in files and in scripts", arguments: StrokeModel.allCases)
    func modelHasOneName(model: StrokeModel) {
        #expect(model.name == CodeName.of(model))
        #expect(StrokeModel(name: FileText(model.name.utf8)) == model)
    }

    @Test("A channel has the same name in files and in scripts", arguments: SampleChannel.allCases)
    func channelHasOneName(channel: SampleChannel) {
        #expect(channel.rawValue == CodeName.of(channel))
        #expect(SampleChannel(name: FileText(channel.rawValue.utf8)) == channel)
    }
}
