import { expect, test } from 'vitest';
import { mergeTyped } from './use-initial';

test('fields that the user left alone take the new values, what he typed stays', () => {
  const was = { name: '苏州仓', note: '', box: { lengthM: 6.8, widthM: 2.3 }, ids: ['1'] };
  const typed = { ...was, note: '夜间收货', box: { lengthM: 7.6, widthM: 2.3 } };
  const is = { name: '苏州一号仓', note: '', box: { lengthM: 6.8, widthM: 2.4 }, ids: ['1', '2'] };
  expect(mergeTyped(typed, was, is)).toEqual({
    name: '苏州一号仓',
    note: '夜间收货',
    box: { lengthM: 7.6, widthM: 2.4 },
    ids: ['1', '2'],
  });
});

test('both changed the same field: what was typed stays, for the user to decide', () => {
  expect(mergeTyped({ name: '我的' }, { name: '旧' }, { name: '别人的' })).toEqual({ name: '我的' });
});

test('a list that the user changed stays as a whole; one that he emptied stays empty', () => {
  expect(mergeTyped({ ids: [] }, { ids: ['1'] }, { ids: ['1', '2'] })).toEqual({ ids: [] });
});
