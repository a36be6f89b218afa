import { z } from 'zod';
import { messages } from '../messages';

export interface Pattern {
  regex: RegExp;
  /** What the user reads when the value does not match. */
  message: string;
  /** String that must match; other rules (length, optional) are added where it is used. */
  schema: z.ZodString;
}

const patternOf = (regex: RegExp, message: string): Pattern => ({
  regex,
  message,
  schema: z.string().regex(regex, message),
});

/** Decimal number without sign: at most `places` decimals, and `digits` integer digits when given. */
const decimalRegex = (places: number, digits = '+'): RegExp =>
  new RegExp(`^\\d${digits}(?:\\.\\d{1,${places}})?$`, 'u');
const boundedDecimal = (digits: number): Pattern =>
  patternOf(decimalRegex(2, `{1,${digits}}`), `整数最多${digits}位,小数最多2位`);

const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';
const wrongPlate = '请输入正确的车牌号';

/** Shared formats of the specification. All are anchored and Unicode-aware, so a length counts characters, not code units. */
export const patterns = {
  /** Mainland mobile: prefixes 13 to 19, 166 among them. */
  phone: patternOf(/^1[3-9]\d{9}$/u, '请输入正确的手机号码'),
  /** Landline with optional area code and extension. */
  telephone: patternOf(/^(?:0\d{2,3}-?)?[2-9]\d{6,7}(?:-\d{1,6})?$/u, '请输入正确的固定电话'),
  phoneOrTelephone: patternOf(/^(?:1[3-9]\d{9}|(?:0\d{2,3}-?)?[2-9]\d{6,7}(?:-\d{1,6})?)$/u, '请输入正确的联系电话'),
  /** Plain text of a part: with lengths of the parts (64, 63) nobody could prove that it takes no more time than the text is long. */
  email: patternOf(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*\.)+[A-Za-z][A-Za-z]+$/u,
    '请输入正确的邮箱',
  ),
  username: patternOf(/^[A-Za-z0-9]{3,10}$/u, '请输入3~10位字母或数字'),
  usernameAlt: patternOf(/^[A-Za-z0-9]{3,15}$/u, '请输入3~15位字母或数字'),
  /** At least two of letters, digits, symbols; no white space, nothing but ASCII. */
  password: patternOf(/^(?![A-Za-z]+$)(?!\d+$)(?![^A-Za-z\d]+$)[\x21-\x7E]{6,16}$/u, messages['pwd.rule']),
  passwordCharset: patternOf(/^[0-9A-Za-z~!@#$%^&]+$/u, '密码只能包含数字、字母和~!@#$%^&'),
  /** Letters and digits, one letter at least. */
  account: patternOf(/^\d*[A-Za-z][A-Za-z0-9]*$/u, '账号由字母或字母加数字组成'),
  plate: patternOf(new RegExp(`^[${provinces}][A-Z][A-Z0-9]{4,6}$`, 'u'), wrongPlate),
  /** New energy (D or F at the end, or first) and ordinary plates, whose last sign may be 挂学警港澳使领; embassy plates begin with 使. */
  plateStrict: patternOf(
    new RegExp(
      `^(?:[${provinces}][A-HJ-NP-Z](?:\\d{5}[DF]|[DF][A-HJ-NP-Z0-9]\\d{4}|[A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳使领])|使\\d{5}[A-HJ-NP-Z0-9使领]?)$`,
      'u',
    ),
    wrongPlate,
  ),
  /** Small new-energy plates of the issue since 2018: letters A-H, J, K. */
  plateStrictNewEnergyExt: patternOf(
    new RegExp(`^[${provinces}][A-HJ-NP-Z][ABCDEFGHJK][A-HJ-NP-Z0-9]\\d{4}$`, 'u'),
    '请输入正确的新能源车牌号',
  ),
  decimal1: patternOf(decimalRegex(1), '最多1位小数'),
  decimal2: patternOf(decimalRegex(2), '最多2位小数'),
  decimal3: patternOf(decimalRegex(3), '最多3位小数'),
  decimal4: patternOf(decimalRegex(4), '最多4位小数'),
  decimal5: patternOf(decimalRegex(5), '最多5位小数'),
  /** Coordinates: may be negative. */
  decimal12: patternOf(/^-?\d+(?:\.\d{1,12})?$/u, '最多12位小数'),
  int2dec2: boundedDecimal(2),
  int3dec2: boundedDecimal(3),
  int5dec2: boundedDecimal(5),
  int6dec2: boundedDecimal(6),
  int8dec2: boundedDecimal(8),
  integer: patternOf(/^-?(?:0|[1-9]\d*)$/u, '请输入整数'),
  positiveInteger: patternOf(/^[1-9]\d*$/u, '请输入正整数'),
  digits: patternOf(/^\d+$/u, '请输入数字'),
  digits5to12: patternOf(/^\d{5,12}$/u, '请输入5~12位数字'),
  lettersDigits: patternOf(/^[A-Za-z0-9]+$/u, '请输入字母或数字'),
  letters: patternOf(/^[A-Za-z]+$/u, '请输入字母'),
  lettersDigitsSymbols: patternOf(/^[\x21-\x7E]+$/u, '请输入字母、数字或符号'),
  chinese: patternOf(/^[\u4e00-\u9fa5]+$/u, '请输入中文'),
  chinese2to10: patternOf(/^[\u4e00-\u9fa5]{2,10}$/u, '请输入2~10位中文'),
  chineseLetters2to10: patternOf(/^[\u4e00-\u9fa5A-Za-z]{2,10}$/u, '请输入2~10位中文或字母'),
  coding: patternOf(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u, '编码由字母、数字组成,可用-连接'),
  lettersDigitsList: patternOf(/^[A-Za-z0-9、]+$/u, '请输入字母、数字或、'),
  vehicleRemark: patternOf(/^[\s\S]{0,30}$/u, '最多30个字符'),
  /** What the client sends instead of a password. */
  passwordHash: patternOf(/^[0-9a-f]{64}$/u, messages['param.invalid']),
  /** Terminal number of JT/T 808: 12 digits in 2013 (11 without the leading zero), 20 in 2019. */
  simPhone: patternOf(/^(?:\d{11,12}|\d{20})$/u, '请输入正确的终端手机号'),
  iccid: patternOf(/^89\d{17}[0-9A-Za-z]?$/u, '请输入正确的ICCID'),
  vin: patternOf(/^[A-HJ-NPR-Z0-9]{17}$/u, '请输入17位车架号'),
  creditCode: patternOf(/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/u, '请输入18位统一社会信用代码'),
  sharedCode: patternOf(/^[A-HJ-NP-Z2-9]{8}$/u, '识别码格式错误'),
  /** Head of a live-push frame: marker, type (3), length (7), flag (1); not anchored at the end, the payload follows. */
  frame: patternOf(/^@#%(\d{3})(\d{7})(\d)/u, '推送报文格式错误'),
} as const satisfies Record<string, Pattern>;

export type PatternKey = keyof typeof patterns;
