extension DeviceName {
  /// Second words of names: 256 animals, plants and landscapes, none close to another in spelling or sound.
  static let nouns = words(
    """
    Acacia Acorn Agate Alder Alpaca Antelope Apple Apricot Ash Aspen Aster Aurora Avocet Badger Bamboo Basil Beach \
    Beagle Bear Bee Beetle Birch Bison Blossom Bluebell Boulder Bramble Breeze Buffalo Bunting Cactus Canary \
    Canyon Caribou Cedar Cheetah Cherry Chestnut Chipmunk Cliff Cloud Comet Condor Coyote Crane Creek Crocus \
    Curlew Cypress Dahlia Daisy Deer Delta Desert Dingo Dolphin Dove Duck Dune Echo Eel Egret Eland Elk Ermine \
    Falcon Fawn Fern Ferret Fig Finch Firefly Fjord Flame Flamingo Flint Fox Foxglove Frog Galaxy Garnet Gazelle \
    Gecko Geyser Giraffe Glacier Glade Gopher Granite Grape Grotto Grouse Grove Gull Hamster Harrier Hawk Heather \
    Hedgehog Heron Hickory Hornet Horse Hound Hyacinth Ibex Ibis Iguana Impala Island Ivy Jackal Jackdaw Jaguar \
    Jasmine Jay Juniper Kangaroo Kelp Kestrel Kite Kiwi Koala Lagoon Lake Lark Larkspur Laurel Lemur Leopard \
    Lichen Lily Lion Lizard Llama Lobster Lotus Lynx Magnolia Magpie Mallard Mammoth Mango Mantis Marigold Marlin \
    Marmot Marsh Meadow Meerkat Meteor Minnow Mongoose Moon Moose Moth Mountain Mulberry Mustang Myrtle Narwhal \
    Nebula Nettle Newt Nutmeg Oak Oasis Ocean Ocelot Octopus Orchard Orchid Oriole Osprey Ostrich Otter Owl Oyster \
    Panda Panther Papaya Parrot Pebble Pelican Penguin Peony Petal Pheasant Pigeon Poplar Poppy Prairie Primrose \
    Puffin Puma Quail Quartz Rabbit Raccoon Rainbow Raven Reef Reindeer Ridge River Robin Rose Rowan Sage Salmon \
    Seahorse Seal Sequoia Skylark Sparrow Spider Spring Spruce Squid Squirrel Star Starling Stoat Stone Storm \
    Summit Swallow Swan Sycamore Tapir Tempest Thistle Thrush Thunder Thyme Tiger Toucan Trout Tulip Tundra Turtle \
    Valley Viper Volcano Wagtail Walnut Walrus Warbler Whale Willow Wolf Wombat Wren Yarrow Zebra Zinnia
    """)
}
