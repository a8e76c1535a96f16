/// The candidate that a mistyped word most likely stands for; nil where none is near. The first of equals.
func nearest(to word: String, in candidates: [String]) -> String? {
  // Nobody mistypes more than this, and the work grows with the square.
  let maximumLength = 64
  guard word.count > 2, word.count <= maximumLength else { return nil }
  let nearest = candidates.map { (name: $0, distance: editDistance(word, $0)) }.min { $0.distance < $1.distance }
  guard let nearest, nearest.distance <= max(1, word.count / 3) else {
    return candidates.first { $0.hasPrefix(word) }
  }
  return nearest.name
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other (optimal string
/// alignment).
func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left)
  let right = Array(right)
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1] + [Int](repeating: 0, count: right.count)
    for j in right.indices {
      let substitution = last[j] + (left[i] == right[j] ? 0 : 1)
      row[j + 1] = min(substitution, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
      }
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}
