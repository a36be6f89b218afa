import type { FieldError } from '@tongda/contract/core/endpoint';

/** Levels of lists and objects that an input may have; the deepest of the contract (a role's menus, a shape's positions) has seven. */
export const maxDepth = 50;
/** Values (texts, numbers, lists, objects) of an input altogether: the longest list of the contract holds 20,000 ids. */
export const maxValues = 50_000;
/** Half of a pair of UTF-16 that makes one character. */
const halfCharacter = /\p{Surrogate}/u;
/** A field's name in an answer is cut here: the sender chose it. */
const maxNameLength = 200;

/**
 * What makes an input unfit before any schema looks at it: too deep, too many values, or a text with a NUL character or half a character, which PostgreSQL cannot
 * store. Answers the field and a sentence, or null. It walks once and keeps one path, so it costs no more than the input is long.
 */
export function findShapeFault(input: unknown): FieldError | null {
  const path: string[] = [];
  let values = 0;
  const fault = (msg: string): FieldError => ({
    field: path.join('.').replaceAll('\0', '').slice(0, maxNameLength) || '请求内容',
    msg,
  });
  const nul = () => fault('含有不可见的控制字符（NUL），请删除后重试');
  const textFault = (text: string): FieldError | null =>
    text.includes('\0') ? nul() : halfCharacter.test(text) ? fault('含有不完整的字符，请删除后重试') : null;
  const visit = (value: unknown): FieldError | null => {
    if (++values > maxValues) return { field: '请求内容', msg: `请求内容最多含${maxValues}个值，请分批提交` };
    if (typeof value === 'string') return textFault(value);
    if (typeof value !== 'object' || value === null) return null;
    if (path.length >= maxDepth) return fault(`嵌套超过${maxDepth}层，请检查请求内容`);
    for (const [key, part] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      const name = String(key);
      const badName = textFault(name);
      if (badName) return badName;
      path.push(name);
      const found = visit(part);
      if (found) return found;
      path.pop();
    }
    return null;
  };
  return visit(input);
}
