//! A small ordered map, and putting things in order: what the engine iterates, it iterates in a fixed order.
//!
//! Worlds hold at most a few dozen of anything, so a sorted list with linear search does; every standard map or sort
//! would be compiled anew for each type and be a fifth of the page's download. Deliberately absent: hashing.

/// Values by key, in key order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<K, V>(Vec<(K, V)>);

impl<K, V> Default for Table<K, V> {
    fn default() -> Table<K, V> {
        Table(Vec::new())
    }
}

impl<K: Ord, V> Table<K, V> {
    fn index(&self, key: &K) -> Option<usize> {
        self.0.iter().position(|(known, _)| known == key)
    }

    /// The value under a key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        self.index(key).map(|index| &self.0[index].1)
    }

    /// The value under a key, to change.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.index(key).map(|index| &mut self.0[index].1)
    }

    /// Whether there is a value under a key.
    #[must_use]
    pub fn contains_key(&self, key: &K) -> bool {
        self.index(key).is_some()
    }

    /// Puts a value under a key, in place of what was there.
    pub fn insert(&mut self, key: K, value: V) {
        self.remove(&key);
        let at = self.0.iter().take_while(|(known, _)| *known < key).count();
        self.0.insert(at, (key, value));
    }

    /// Takes the value under a key away.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.index(key).map(|index| self.0.remove(index).1)
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether there is nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many values there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Keys and values in key order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// Keys and values in key order, the values to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// Keeps what fits and returns how many went.
    pub fn retain(&mut self, fits: impl Fn(&V) -> bool) -> u32 {
        let before = self.0.len();
        self.0.retain(|(_, value)| fits(value));
        (before - self.0.len()) as u32
    }

    /// Keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// Values in key order.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }
}

/// Puts items in the order of a number; equal ones stay as they stand.
pub fn order_by<T>(items: &mut [T], number: impl Fn(&T) -> u32) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && number(&items[at]) < number(&items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}
