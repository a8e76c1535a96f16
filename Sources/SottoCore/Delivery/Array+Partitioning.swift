extension Array {
  /// The first index whose element satisfies `isAfter`, of an array in which all later ones do too.
  func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
