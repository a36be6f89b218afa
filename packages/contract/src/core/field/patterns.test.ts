import { expect, test } from 'vitest';
import { type PatternKey, patterns } from './patterns';

/** What each format must take and must refuse. */
const examples: Record<PatternKey, { valid: string[]; invalid: string[] }> = {
  phone: {
    valid: ['13800138000', '16612345678', '19912345678'],
    invalid: ['12800138000', '1380013800', '138001380001'],
  },
  telephone: {
    valid: ['021-62345678', '0755-8234567-801', '62345678'],
    invalid: ['1234567', '021_62345678', '62345678-1234567'],
  },
  phoneOrTelephone: { valid: ['13800138000', '021-62345678', '62345678'], invalid: ['1380013', '021-1234567', 'abc'] },
  email: {
    valid: ['a@b.cn', 'ops.team@fleet-demo.com', 'x+1@sub.example.org', 'a@xn--fiq228c.cn', 'a@1.b-2.cn'],
    invalid: ['a@b', 'a@@b.cn', '@b.cn', 'a@-b.cn', 'a@b-.cn', 'a@b..cn', 'a@b.c', 'a@b.c1', 'a b@c.cn'],
  },
  username: { valid: ['abc', 'user01', 'A123456789'], invalid: ['ab', 'user_01', 'abcdefghijk'] },
  usernameAlt: {
    valid: ['abc', 'fleetadmin2026', 'a1b2c3d4e5f6g7h'],
    invalid: ['ab', 'fleet admin', 'abcdefghijklmnop'],
  },
  password: { valid: ['abc123', '123456!', 'Abc!@#de'], invalid: ['abcdef', '12345', 'abc 123'] },
  passwordCharset: { valid: ['abc123', 'A~1', 'Pass@2026'], invalid: ['abc 123', '密码123', 'abc*1'] },
  account: { valid: ['admin', 'fleet01', '1a'], invalid: ['123456', 'fleet-01', '账号'] },
  plate: { valid: ['沪A12345', '粤B1234D', '苏E12345D'], invalid: ['A12345沪', '沪a12345', '沪A123'] },
  plateStrict: { valid: ['沪A12345', '沪B1234挂', '粤B12345D'], invalid: ['沪A1234', '沪O12345', '沪AI2345'] },
  plateStrictNewEnergyExt: {
    valid: ['沪AD12345', '粤BF12345', '川AK12345'],
    invalid: ['沪A12345', '沪AZ12345', '沪AD1234'],
  },
  decimal1: { valid: ['0', '12', '12.5'], invalid: ['12.55', '.5', '-1'] },
  decimal2: { valid: ['0', '12.5', '12.55'], invalid: ['12.555', '12.', '1e3'] },
  decimal3: { valid: ['1', '1.2', '1.234'], invalid: ['1.2345', 'a', '1,2'] },
  decimal4: { valid: ['1', '1.2', '1.2345'], invalid: ['1.23456', '-1', '1.'] },
  decimal5: { valid: ['1', '1.2', '1.23456'], invalid: ['1.234567', '+1', '.1'] },
  decimal12: { valid: ['121.473701', '31', '-0.123456789012'], invalid: ['1.1234567890123', '1..2', '121,47'] },
  int2dec2: { valid: ['0', '99', '9.99'], invalid: ['100', '9.999', '-9'] },
  int3dec2: { valid: ['0', '999', '120.55'], invalid: ['1000', '1.234', 'a1'] },
  int5dec2: { valid: ['0', '99999', '12345.67'], invalid: ['100000', '1.234', '1 2'] },
  int6dec2: { valid: ['0', '999999', '123456.7'], invalid: ['1000000', '1.', '--1'] },
  int8dec2: { valid: ['0', '99999999', '12345678.9'], invalid: ['100000000', '1.999', 'x'] },
  integer: { valid: ['0', '-5', '120'], invalid: ['01', '1.0', '-'] },
  positiveInteger: { valid: ['1', '20', '99999'], invalid: ['0', '-1', '01'] },
  digits: { valid: ['0', '00123', '98765'], invalid: ['1a', '-1', '1.0'] },
  digits5to12: { valid: ['12345', '13912345678', '123456789012'], invalid: ['1234', '1234567890123', '12345a'] },
  lettersDigits: { valid: ['abc', '123', 'a1B2'], invalid: ['a-1', '中文', 'a b'] },
  letters: { valid: ['a', 'ABC', 'Fleet'], invalid: ['a1', '', '中'] },
  lettersDigitsSymbols: { valid: ['a-1', 'A_b#9', '!@#'], invalid: ['a b', '中', 'a\u3000'] },
  chinese: { valid: ['张三', '上海', '冷链运输'], invalid: ['张3', 'Zhang', '张 三'] },
  chinese2to10: { valid: ['张三', '欧阳建国', '上海冷链物流公司'], invalid: ['张', '张san', '一二三四五六七八九十一'] },
  chineseLetters2to10: { valid: ['张三', 'ZhangSan', '张San'], invalid: ['张', '张3', 'abcdefghijk'] },
  coding: { valid: ['A01', 'SH-2026-001', 'a-b-c'], invalid: ['-A01', 'A01-', 'A--1'] },
  lettersDigitsList: { valid: ['A1、B2', 'abc', '1、2、3'], invalid: ['A1,B2', 'A1 B2', '中、文'] },
  vehicleRemark: {
    valid: ['', '冷藏3号车', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    invalid: [
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      '车车车车车车车车车车车车车车车车车车车车车车车车车车车车车车车',
      '1111111111111111111111111111111111111111',
    ],
  },
  passwordHash: {
    valid: [
      '0000000000000000000000000000000000000000000000000000000000000000',
      'a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1',
      'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
    ],
    invalid: [
      '000000000000000000000000000000000000000000000000000000000000000',
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      'abc123',
    ],
  },
  simPhone: {
    valid: ['013800138000', '13800138000', '00000000013800138000'],
    invalid: ['1380013', 'abc', '0138001380001'],
  },
  iccid: {
    valid: ['8986112345678901234', '89860012345678901234', '8986031234567890123A'],
    invalid: ['8886112345678901234', '898611', '89861123456789012345678'],
  },
  vin: {
    valid: ['LSVAM4187C2184841', 'LFV2A21K8A3123456', '1M8GDM9AXKP042788'],
    invalid: ['LSVAM4187C218484', 'LSVAM4187C218484O', 'lsvam4187c2184841'],
  },
  creditCode: {
    valid: ['91310000MA1K3XXX0A', '91440300MA5DA1234X', '12100000400000624D'],
    invalid: ['91310000', '9131000OMA1K3XXX0A', '91310000MA1K3XXX0I'],
  },
  sharedCode: { valid: ['7KQ2M9XD', 'ABCDEFGH', '22334455'], invalid: ['7KQ2M9X', '7KQ2M9X0', '7kq2m9xd'] },
  frame: {
    valid: ['@#%00100000050hello', '@#%13000000000', '@#%99900000011x'],
    invalid: ['@#001', '@#%01', '#%@00100000050'],
  },
};

const cases = Object.entries(examples) as Array<[PatternKey, { valid: string[]; invalid: string[] }]>;

test.each(cases)(
  '%s takes its valid examples and refuses the others with its own sentence',
  (key, { valid, invalid }) => {
    const { schema, message } = patterns[key];
    for (const text of valid) expect(schema.safeParse(text).success, text).toBe(true);
    for (const text of invalid) {
      const result = schema.safeParse(text);
      expect(result.success, text).toBe(false);
      expect(result.error?.issues[0]?.message).toBe(message);
    }
  },
);

test('every mobile prefix from 13 to 19 is taken, 166 among them, and no other', () => {
  for (let prefix = 100; prefix <= 199; prefix++) {
    expect(patterns.phone.regex.test(`${prefix}12345678`), String(prefix)).toBe(prefix >= 130);
  }
});

test('lengths count characters: thirty characters outside the basic plane are thirty', () => {
  expect(patterns.vehicleRemark.regex.test('𠮷'.repeat(30))).toBe(true);
  expect(patterns.vehicleRemark.regex.test('𠮷'.repeat(31))).toBe(false);
});

test('a trailing line break never passes', () => {
  for (const [key, { valid }] of cases) {
    if (key === 'vehicleRemark' || key === 'frame') continue;
    expect(patterns[key].regex.test(`${valid[0]}\n`), key).toBe(false);
  }
});

/** What the specification says of a wrong value; pushed frames (frame) have no sentence there. */
const sentences: ReadonlyArray<[PatternKey, string]> = [
  ['phone', '请输入正确的手机号码'],
  ['telephone', '请输入正确的固定电话'],
  ['phoneOrTelephone', '请输入正确的联系电话'],
  ['email', '请输入正确的邮箱'],
  ['username', '请输入3~10位字母或数字'],
  ['usernameAlt', '请输入3~15位字母或数字'],
  ['password', '请输入6~16位字母/数字/字符2种组合的密码'],
  ['passwordCharset', '密码只能包含数字、字母和~!@#$%^&'],
  ['account', '账号由字母或字母加数字组成'],
  ['plate', '请输入正确的车牌号'],
  ['plateStrict', '请输入正确的车牌号'],
  ['plateStrictNewEnergyExt', '请输入正确的新能源车牌号'],
  ['decimal1', '最多1位小数'],
  ['decimal2', '最多2位小数'],
  ['decimal3', '最多3位小数'],
  ['decimal4', '最多4位小数'],
  ['decimal5', '最多5位小数'],
  ['decimal12', '最多12位小数'],
  ['int2dec2', '整数最多2位,小数最多2位'],
  ['int3dec2', '整数最多3位,小数最多2位'],
  ['int5dec2', '整数最多5位,小数最多2位'],
  ['int6dec2', '整数最多6位,小数最多2位'],
  ['int8dec2', '整数最多8位,小数最多2位'],
  ['integer', '请输入整数'],
  ['positiveInteger', '请输入正整数'],
  ['digits', '请输入数字'],
  ['digits5to12', '请输入5~12位数字'],
  ['lettersDigits', '请输入字母或数字'],
  ['letters', '请输入字母'],
  ['lettersDigitsSymbols', '请输入字母、数字或符号'],
  ['chinese', '请输入中文'],
  ['chinese2to10', '请输入2~10位中文'],
  ['chineseLetters2to10', '请输入2~10位中文或字母'],
  ['coding', '编码由字母、数字组成,可用-连接'],
  ['lettersDigitsList', '请输入字母、数字或、'],
  ['vehicleRemark', '最多30个字符'],
  ['passwordHash', '参数错误'],
  ['simPhone', '请输入正确的终端手机号'],
  ['iccid', '请输入正确的ICCID'],
  ['vin', '请输入17位车架号'],
  ['creditCode', '请输入18位统一社会信用代码'],
  ['sharedCode', '识别码格式错误'],
];

test('every format has its sentence', () => expect(sentences.map(([key]) => key)).toHaveLength(cases.length - 1));

test.each(sentences)('%s is refused with the sentence of the specification', (key, sentence) => {
  expect(patterns[key].message).toBe(sentence);
});
