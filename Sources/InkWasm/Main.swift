@main enum Module { static func main() {} }
