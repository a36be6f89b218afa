/** First characters of each initial in GB pinyin order: the collation of the browser says between which two a character lies. */
const borders = '阿芭擦搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝';
const letters = 'abcdefghjklmnopqrstwxyz';
/** Characters whose usual reading in names and places differs from the collation's. */
const readings: Record<string, string> = {
  重: 'zc',
  长: 'cz',
  厦: 'xs',
  行: 'xh',
  乐: 'yl',
  单: 'ds',
  朝: 'cz',
  车: 'c',
};
const collator = new Intl.Collator('zh-CN');
const cache = new Map<string, string>();

/** Possible initials of a character, itself in lower case when it is not Chinese. */
function initialsOf(character: string): string {
  const known = cache.get(character);
  if (known !== undefined) return known;
  const found =
    readings[character] ?? (/\p{Script=Han}/u.test(character) ? initialByOrder(character) : character.toLowerCase());
  cache.set(character, found);
  return found;
}

function initialByOrder(character: string): string {
  let at = -1;
  for (let i = 0; i < borders.length; i++) {
    if (collator.compare(borders.charAt(i), character) > 0) break;
    at = i;
  }
  return at < 0 ? character : letters.charAt(at);
}

/** The initials of a text, for controls that compare letters by themselves: `zqb cqb` for 重庆部, one word for each reading. */
export function pinyinInitials(text: string): string {
  const readingsOf = [...text].map(initialsOf);
  const words = [0, 1].map((nth) => readingsOf.map((letters) => letters.charAt(nth) || letters.charAt(0)).join(''));
  return [...new Set(words)].join(' ');
}

/** True when `query` occurs in `text` as it stands or as pinyin initials: `sz` finds 苏州, `cq` and `zq` find 重庆. */
export function pinyinMatch(text: string, query: string): boolean {
  const wanted = [...query.trim().toLowerCase()];
  if (wanted.length === 0) return true;
  if (text.toLowerCase().includes(wanted.join(''))) return true;
  const characters = [...text];
  for (let start = 0; start + wanted.length <= characters.length; start++) {
    if (wanted.every((letter, i) => initialsOf(characters[start + i] ?? '').includes(letter))) return true;
  }
  return false;
}
