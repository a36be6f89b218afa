import type { Access } from '@tongda/contract/core/endpoint';
import { isMasked } from '@tongda/contract/core/field/mask';
import { personalMask } from '@tongda/contract/core/field/personal';
import { extension, onlyPart } from '../run/extension';

/** The right 查看完整信息; the module of drivers says which it is. */
export const fullNumbersRight = extension<Access>();

type Masker = (path: string) => (field: string) => ((text: string) => string) | null;
/** What is hidden of people from a caller with these rights, by path. */
export const personalMasker = (can: (access: Access) => boolean): Masker => {
  const full = fullNumbersRight.parts().length > 0 && can(onlyPart(fullNumbersRight, '查看完整信息'));
  return (path) => (field) => personalMask(path, field, full);
};

/**
 * Masks the numbers of people in an answer or a row of a file (`personalMask`). `route` and the runner of exports send everything through it: no module decides by itself.
 * What needs no change is given back as it is, so that large answers without such fields cost a walk and no copy.
 */
export function hidePeople<T>(maskOf: ReturnType<Masker>, value: T): T {
  // the walk keeps the shape: a masked text is a text
  return walk(maskOf, value) as T;
}

function walk(maskOf: ReturnType<Masker>, value: unknown): unknown {
  if (Array.isArray(value)) {
    let next: unknown[] | null = null;
    for (let i = 0; i < value.length; i++) {
      const inner = walk(maskOf, value[i]);
      if (inner === value[i]) continue;
      next ??= [...value];
      next[i] = inner;
    }
    return next ?? value;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  let next: Record<string, unknown> | null = null;
  for (const [field, inner] of Object.entries(value)) {
    const mask = typeof inner === 'string' ? maskOf(field) : null;
    const shown =
      mask && typeof inner === 'string' && inner !== '' && !isMasked(inner) ? mask(inner) : walk(maskOf, inner);
    if (shown === inner) continue;
    next ??= { ...value };
    next[field] = shown;
  }
  return next ?? value;
}
