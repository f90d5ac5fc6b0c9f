// SPDX-License-Identifier: MIT
import CGTK
import InkLockGTK
import InkLockLinux

/// The choice of a picture to draw a password on.
@MainActor final class PictureChoiceView: View {
    private var pictures: [PasswordPicture] = []

    /// - Parameter onChoice: A closure that receives the choice; `nil` for none.
    init(allowsSkip: Bool, onChoice: @escaping @MainActor (Pictures.Choice?) -> Void) {
        let words = Words.shared
        let title = label(words.pictureTitle, role: GTK_ACCESSIBLE_ROLE_HEADING).styled("title-1")
        let text = label(words.pictureText).styled("notes-quiet")
        let example = label(words.pictureExample).styled("notes-quiet")
        let tiles = gtk_flow_box_new()!
        gtk_flow_box_set_selection_mode(tiles.opaque, GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(tiles.opaque, 3)
        gtk_flow_box_set_min_children_per_line(tiles.opaque, 3)
        gtk_flow_box_set_homogeneous(tiles.opaque, 1)
        for spacing in [gtk_flow_box_set_column_spacing, gtk_flow_box_set_row_spacing] { spacing(tiles.opaque, 12) }
        let skip = button(words.skip, "inklock-plain") { onChoice(nil) }
        super.init(
            centred([title, text, tiles, example, skip.aligned(GTK_ALIGN_CENTER)], width: 720))
        skip.isVisible = allowsSkip
        for choice in Pictures.choices {
            guard let picture = PasswordPicture(file: choice.bytes, label: choice.label) else { continue }
            pictures.append(picture)
            let image = gtk_picture_new_for_paintable(picture.texture)!
            gtk_picture_set_can_shrink(image.opaque, 1)
            gtk_widget_set_size_request(image, 90, 90)
            let tile = gtk_button_new()!.styled("notes-tile", "flat").onClick { onChoice(choice) }
            gtk_widget_set_overflow(tile, GTK_OVERFLOW_HIDDEN)
            tile.describe(GTK_ACCESSIBLE_PROPERTY_LABEL, choice.label)
            let name = label(choice.label)
            gtk_button_set_child(tile.cast(), box(GTK_ORIENTATION_VERTICAL, spacing: 6, image, name))
            gtk_widget_set_margin_bottom(name, 10)
            gtk_flow_box_insert(tiles.opaque, tile, -1)
        }
    }
}

/// The definition of a picture password on one picture.
@MainActor final class PictureDefinition: View {
    private let screen: PicturePasswordView

    init?(_ choice: Pictures.Choice, _ store: Store, onFinish: @escaping @MainActor (Bool) -> Void) {
        guard let picture = PasswordPicture(file: choice.bytes, label: choice.label) else { return nil }
        let save: @MainActor (GestureTemplate) async -> PictureAnswer = { template in
            do throws(VaultError) { try await store.lock.setPicturePassword(template) } catch { return .unavailable }
            store.pictureName = choice.name
            return .accepted
        }
        screen = PicturePasswordView(picture: picture, mode: .define(save: save), onFinish: onFinish)
        super.init(screen.widget)
    }
}
