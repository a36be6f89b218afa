import { strengthOf } from '@tongda/contract/base/org/enums';
import { expect, test } from 'vitest';
import { afterEdit, checkPasswords, flagsOf, serverFindings } from './form';

const fields = ['oldPwd', 'newPwd', 'confirm'] as const;
const check = (oldPwd: string, newPwd: string, confirm: string) => checkPasswords({ oldPwd, newPwd, confirm }, fields);
const texts = (found: ReturnType<typeof check>) =>
  Object.fromEntries(Object.entries(found).map(([k, v]) => [k, v.text]));

test('T10: empty fields have their sentences', () => {
  expect(texts(check('', '', ''))).toEqual({
    oldPwd: '原密码不能为空',
    newPwd: '新密码不能为空',
    confirm: '密码确认不能为空',
  });
});

test('T10: required goes before format, format before mismatch, and each flag blocks', () => {
  expect(check('a', '123456', '123456')).toEqual({
    newPwd: { text: '请输入6~16位字母/数字/字符2种组合的密码', flag: 'format-error' },
  });
  expect(check('a', 'abc123', 'abc124')).toEqual({
    confirm: { text: '确认密码与新密码不一致，请重新输入', flag: 'mismatch' },
  });
  expect(flagsOf(check('a', '12345', 'x'))).toEqual(['format-error', 'mismatch']);
  expect(check('a', 'abc123', 'abc123')).toEqual({});
});

test('T10: a wrong original is a flag of its own until the field is edited', () => {
  const found = serverFindings('原密码不正确', []);
  expect(found).toEqual({ oldPwd: { text: '原密码错误，请重新输入', flag: 'original-wrong' } });
  expect(afterEdit(found, 'oldPwd', { oldPwd: 'b', newPwd: '', confirm: '' })).toEqual({});
  expect(serverFindings('密码过于简单，请更换', [{ field: 'newPwd', msg: '密码过于简单，请更换' }])).toEqual({
    newPwd: { text: '密码过于简单，请更换' },
  });
});

test('T10: editing the new password looks at the confirmation again', () => {
  const values = { oldPwd: 'a', newPwd: 'abc1234', confirm: 'abc123' };
  const wrong = afterEdit({}, 'newPwd', values);
  expect(flagsOf(wrong)).toEqual(['mismatch']);
  expect(afterEdit(wrong, 'newPwd', { ...values, newPwd: 'abc123' })).toEqual({});
  expect(afterEdit({}, 'newPwd', { ...values, confirm: '' })).toEqual({});
});

test.each([
  ['123456', 'weak'],
  ['abc123', 'medium'],
  ['abc!', 'medium'],
  ['abc!12', 'strong'],
  ['', 'weak'],
])('T10: strength of %s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
