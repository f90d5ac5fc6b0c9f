import Foundation
import InkRaster
import InkStroke
import InkGeometry

let args = CommandLine.arguments
let obj = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: args[1]))) as! [String: Any]
let scale = Double(args[3])!
var strokesIn: [[[Double]]] = []
if let d = obj[args[2]] as? [[[Double]]] { strokesIn = d } else if let d = obj[args[2]] as? [[Double]] { strokesIn = [d] }
var drawing = Drawing(size: Size(width: 700, height: 500))
for rows in strokesIn {
    var pts: [StrokePoint] = []
    for (i, r) in rows.enumerated() {
        let t = r.count == 4 ? (r[2] > 1 ? (r[2] - rows[0][2]) / 1000 : r[3] / 1000) : Double(i) / 60
        pts.append(StrokePoint(Point(x: r[0], y: r[1]), time: t))
    }
    var b = args.count > 5 ? (args[5] == "pencil" ? Brush.pencil : args[5] == "marker" ? .marker : .pen) : .pen
    drawing.strokes.append(try Stroke(pts, brush: b, model: args.count > 6 ? .midpointQuadratic : .smooth))
}
let t0 = Date()
let bm = try Rendering(scale: scale, isCropped: true, background: Background(color: .white)).bitmap(drawing)
FileHandle.standardError.write("\(bm.width)x\(bm.height) \(Date().timeIntervalSince(t0)*1e3) ms\n".data(using: .utf8)!)
var out = "P6\n\(bm.width) \(bm.height)\n255\n".data(using: .ascii)!
let rgba = bm.rgba
for i in 0..<rgba.count / 4 { out.append(contentsOf: rgba[4*i..<4*i+3]) }
try out.write(to: URL(fileURLWithPath: args[4]))
