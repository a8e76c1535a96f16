extension DeviceName {
  /// First words of names: 256 adjectives and colours, none close to another in spelling or sound.
  static let adjectives = words(
    """
    Able Agile Amber Arctic Autumn Avid Azure Balmy Beige Blue Blunt Bold Bonny Brave Brief Bright Brisk Broad \
    Bronze Brown Bubbly Busy Calm Candid Chilly Civic Clean Clever Cobalt Cocoa Cool Copper Cordial Cosmic Crafty \
    Crimson Crisp Crystal Curious Curly Cyan Dapper Daring Deft Dewy Dreamy Dusky Eager Earnest Easy Ebony \
    Electric Elegant Emerald Endless Epic Equal Faithful Famous Fearless Fiery Fleet Floral Fluffy Flying Fond \
    Fragrant Frank Free Fresh Friendly Frosty Fuzzy Gallant Gentle Giant Giddy Gifted Ginger Gleaming Global \
    Glossy Golden Graceful Grand Great Green Happy Hardy Hazel Hearty Hidden High Honest Humble Hushed Ideal \
    Indigo Ivory Jade Jazzy Jolly Joyful Keen Kind Large Lasting Lavender Leafy Lemon Lilac Linen Little Lively \
    Lofty Loyal Lucid Lucky Lunar Magenta Magic Majestic Maple Marble Maroon Merry Mighty Mild Mindful Misty \
    Modern Modest Mossy Musical Mystic Navy Nimble Noble Northern Novel Ochre Olive Onyx Open Orange Oval Pastel \
    Patient Peachy Pearly Perky Pink Placid Plain Playful Plum Plush Poetic Polite Precise Pretty Proper Proud \
    Purple Quaint Quick Quiet Rapid Rare Regal Restful Rich Robust Rocky Roomy Ruby Rugged Rural Russet Rustic \
    Salty Sandy Sapphire Satin Scarlet Serene Sharp Shiny Silent Silken Silver Simple Sincere Sleek Slender Smart \
    Smooth Snappy Snowy Snug Social Soft Solar Solid Sonic Speedy Spicy Splendid Spotted Spry Square Stable Starry \
    Steady Strong Sturdy Subtle Sunny Supple Sweet Swift Tall Tame Thorough Tidal Tiny Topaz Tranquil Trim True \
    Trusty Twin Unique Urban Useful Valiant Vast Velvet Verdant Vibrant Violet Vivid Warm Western White Windy \
    Winged Wise Witty Wooden Woolly Worthy Yellow Zany Zealous Zesty
    """)
}
