import { describe, expect, it } from 'vitest';
import { findShapeFault, maxDepth, maxValues } from './input-shape';

const deep = (levels: number, inner: unknown = 1): unknown => {
  let value = inner;
  for (let i = 0; i < levels; i++) value = { a: value };
  return value;
};

describe('findShapeFault', () => {
  it('lets through what a form sends', () => {
    for (const input of [undefined, null, '', {}, { a: [1, null, { b: 'x' }] }, deep(maxDepth)])
      expect(findShapeFault(input)).toBeNull();
    expect(findShapeFault({ ids: Array.from({ length: 20_000 }, (_, i) => String(i)) })).toBeNull();
  });

  it('names the text that holds a NUL', () => {
    expect(findShapeFault({ a: ['x', { b: 'y\0' }] })).toMatchObject({ field: 'a.1.b' });
    expect(findShapeFault({ a: { 'b\0': 1 } })).toMatchObject({ field: 'a' });
    expect(findShapeFault('\0')).toMatchObject({ field: '请求内容' });
  });

  it('names the text that ends in half a character, which no JSON of the database takes; whole ones pass', () => {
    expect(findShapeFault({ a: '车\ud83d' })).toEqual({ field: 'a', msg: '含有不完整的字符，请删除后重试' });
    expect(findShapeFault({ a: { '\udc00': 1 } })).toMatchObject({ field: 'a' });
    expect(findShapeFault({ a: '车\ud83d\ude9a' })).toBeNull();
  });

  it('refuses one level too many and one value too many', () => {
    expect(findShapeFault(deep(maxDepth + 1))?.msg).toBe('嵌套超过50层，请检查请求内容');
    expect(findShapeFault(Array.from({ length: maxValues }, () => 0))?.msg).toContain('请分批提交');
  });

  it('answers a short name whatever the sender called his fields', () => {
    const named = JSON.parse(`${`{"${'n'.repeat(1000)}":`.repeat(60)}1${'}'.repeat(60)}`);
    expect(findShapeFault(named)?.field.length).toBe(200);
  });
});
