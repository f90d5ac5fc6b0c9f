// SPDX-License-Identifier: MIT
import Foundation
import PicturePassword
import Testing

@testable import InkLockService

/// Picture passwords on photos that only their owner's device has.
@Suite(.fewAtOnce) struct OwnPhotoTests {
    private let bench: AccountBench

    init() throws { bench = try AccountBench() }

    /// A drawing depends on its picture's bytes: with others, no drawing on it opens an account any more.
    @Test("The site's pictures stay as they are") func picturesStay() throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Web").standardizedFileURL
        let pictures = PictureCatalogue(site: try #require(Site(folder: folder.path)))
        for (name, digest) in [
            ("coast.svg", "047d91b21c3c2f9cb6529060b0dc7a8069f02809ec95fc561e9d93c061a74c69"),
            ("garden.svg", "ab190c80b4ce23d7a1efca7f010c9cd3b2f180f5f7fe11d4d261bb6a008c0c95"),
            ("harbour.svg", "1c49be2ac02a0f2b918f2fab3d3c24e29090fa161bd778629f86cf217df7106b"),
            ("kitchen.svg", "ed555a42c51703467b6e58edcdf509320561b2fbc75c7135e61003878425f984"),
            ("lake.svg", "bb83c0b1c4ee06302b478392a78571163ab2cd72dc0bb1c3640087e793619315"),
        ] {
            #expect(pictures.digest(of: name).map { Hexadecimal.text($0) } == digest, "\(name)")
        }
    }

    private static let boat = DrawnPassword.name(ofPhoto: "boat")

    private static func drawing(_ shift: Double, elsewhere: Double = 0, on photo: String = "boat") -> [String: Any] {
        DrawnPassword.drawing(shift: shift, elsewhere: elsewhere, on: photo)
    }

    @Test("A drawing on a photo opens, bound to the digest in the photo's name")
    func drawingOnAPhotoOpensWithTheDigestOfItsName() async throws {
        try await bench.run { _, browser async throws in
            let ada = browser()
            let creation: [String: Any] = ["name": "ada", "picture": DrawnPassword.enrolment(on: Self.boat)]
            #expect(try await ada.post("/api/accounts", creation).status == 201)
            #expect(try await ada.options("ada")["picture"] == Self.boat)
            #expect(try await ada.signIn("ada", Self.drawing(0)).code == "rejected", "enrolled")
            #expect(try await ada.signIn("ada", Self.drawing(3)).status == 200)
            #expect(try await ada.signIn("ada", Self.drawing(3)).code == "rejected", "replayed")
            #expect(try await ada.signIn("ada", Self.drawing(4, on: "Boat")).code == "other-picture")

            // The same drawings on another photo are another template.
            let change: [String: Any] = [
                "proof": ["drawing": Self.drawing(5)],
                "picture": DrawnPassword.enrolment(on: DrawnPassword.name(ofPhoto: "house")),
            ]
            #expect(try await ada.post("/api/methods/picture", change).status == 200)
            #expect(try await ada.signIn("ada", Self.drawing(6)).code == "other-picture")
            #expect(try await ada.signIn("ada", Self.drawing(7, on: "house")).status == 200)
        }
    }

    @Test("Wrong drawings on a photo are limited, and known devices alone try them")
    func drawingsOnAPhotoAreLimited() async throws {
        try await bench.run { _, browser async throws in
            let (ada, elsewhere) = (browser(), browser())
            try await ada.create("ada")
            let proof = ["passcode": Browser.passcode]
            let change: [String: Any] = ["proof": proof, "picture": DrawnPassword.enrolment(on: Self.boat)]
            #expect(try await ada.post("/api/methods/picture", change).status == 200)
            #expect(try await elsewhere.signIn("ada", Self.drawing(3)).code == "known-devices-only")
            var codes: [String?] = []
            for shift in 4..<9 {
                codes.append(try await ada.signIn("ada", Self.drawing(Double(shift), elsewhere: 100)).code)
            }
            #expect(codes == ["rejected", "rejected", "rejected", "rejected", "passcode-required"])
            #expect(try await ada.signIn("ada", Self.drawing(6)).code == "passcode-required")
            #expect(try await ada.signIn("ada").status == 200)
            #expect(try await ada.signIn("ada", Self.drawing(7)).status == 200)
        }
    }

    @Test("The name of a photo has one form, and drawings on it are judged")
    func nameOfAPhotoHasOneForm() async throws {
        let digits = Self.boat.dropFirst("photo-".count)
        let refused = [
            "photo-\(digits.dropLast())", "photo-\(digits.uppercased())", "photo-g\(digits.dropFirst())",
            "photo-\(digits)00",
        ]
        try await bench.run { _, browser async throws in
            for name in refused {
                let creation: [String: Any] = ["name": "ada", "picture": DrawnPassword.enrolment(on: name)]
                #expect(try await browser().post("/api/accounts", creation).code == "unknown-picture", "\(name)")
            }
            let tap = Data(PictureGesture([DrawnPassword.gesture(shift: 0).parts[1]]).encoded()).base64EncodedString()
            let weak: [String: Any] = ["name": "ada", "picture": ["name": Self.boat, "drawings": [tap, tap, tap]]]
            #expect(try await browser().post("/api/accounts", weak).code == "drawing-refused")
        }
        let pictures = PictureCatalogue([:])
        #expect(pictures.digest(of: Self.boat) == Hexadecimal.bytes(String(digits)).map(Array.init))
        let others = [
            "", "photo-", String(digits), "Photo-\(digits)", "PHOTO-\(digits)", "photo_\(digits)", " photo-\(digits)",
            "photo-\(digits) ", "photo-\(digits).jpg", "photo-+\(digits.dropFirst())", "photo-0x\(digits.dropFirst(2))",
            "photo-é\(digits.dropFirst(2))", "photo-\u{FF11}\(digits.dropFirst(3))", "photo-\0\(digits.dropFirst())",
            "ph\u{F6}to-\(digits.dropFirst())", "photo-photo-\(digits.dropFirst(6))",
        ]
        for name in refused + others { #expect(pictures.digest(of: name) == nil, "\(name)") }
    }
}
