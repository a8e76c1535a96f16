/// Rows of cells, each column as wide as its widest cell; what stands last in a row is not padded.
package func columns(_ rows: [[String]]) -> [String] {
  var widths: [Int] = []
  for row in rows {
    for (index, cell) in row.enumerated() {
      if index == widths.count { widths.append(0) }
      widths[index] = max(widths[index], cell.count)
    }
  }
  return rows.map { row in
    let cells = row.enumerated().map { index, cell in
      index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
    }
    let line = cells.joined(separator: "  ")
    return String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
  }
}
