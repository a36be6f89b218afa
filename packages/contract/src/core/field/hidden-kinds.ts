import { defineEnum } from '../enum';

/** 脱敏字段 of a role: kinds of fields that its members do not see, even on pages that they may open. */
export const fieldMask = defineEnum('fieldMask', {
  cost: ['cost', '成本与毛利'],
  phone: ['phone', '手机号'],
  video: ['video', '视频'],
});
export type FieldMask = (typeof fieldMask.codes)[number];

/** Fields that every one of the given roles hides: a user with several roles sees a field as soon as one role shows it. No roles hide nothing. */
export const hiddenByAll = (masks: ReadonlyArray<readonly string[]>): Set<FieldMask> =>
  new Set(masks.length === 0 ? [] : fieldMask.codes.filter((mask) => masks.every((some) => some.includes(mask))));
