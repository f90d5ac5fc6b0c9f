// SPDX-License-Identifier: MIT
import InkExchange
import PicturePassword

/// Looks for what catches the eye on a small copy of the picture: `width` × `height` pixels of four bytes in the scratch
/// buffer, 0 × 0 where there is none. 1 when the places are known now.
@_expose(wasm, "pic_interest") @c(pic_interest)
public func picInterest(_ width: Int32, _ height: Int32) -> Int32 { 0 }

/// The strength of what is drawn, else of the first drawing taken. Returns 0 bytes when there is nothing.
@_expose(wasm, "pic_strength") @c(pic_strength)
public func picStrength() -> Int32 { 0 }
