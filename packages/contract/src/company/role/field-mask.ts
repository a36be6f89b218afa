import { defineEnum } from '../../core/enum';

/** What a role hides from its members although they may open the page: 脱敏字段 of 数据权限. */
export const fieldMask = defineEnum('fieldMask', {
  cost: ['cost', '成本与毛利'],
  phone: ['phone', '手机号'],
  video: ['video', '视频'],
});
export type FieldMask = (typeof fieldMask.codes)[number];

/** What every one of the roles hides: one that shows it is enough. */
export const hiddenByAll = (masks: ReadonlyArray<readonly string[]>): Set<FieldMask> =>
  new Set(masks.length === 0 ? [] : fieldMask.codes.filter((mask) => masks.every((some) => some.includes(mask))));
