/** What alarms and events of active safety are called, by item of 0x0200 and type (T/JSATL 12-2017 and its later texts). */
const names: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  100: {
    1: '前向碰撞',
    2: '车道偏离',
    3: '车距过近',
    4: '行人碰撞',
    5: '频繁变道',
    6: '道路标识超限',
    7: '障碍物',
    8: '驾驶辅助功能失效',
    16: '道路标志识别',
    17: '主动抓拍',
  },
  101: {
    1: '疲劳驾驶',
    2: '接打电话',
    3: '抽烟',
    4: '分神驾驶',
    5: '驾驶员异常',
    6: '双手脱离方向盘',
    7: '驾驶员监测功能失效',
    16: '自动抓拍',
    17: '驾驶员变更',
  },
  103: { 1: '后方接近', 2: '左后方接近', 3: '右后方接近' },
  112: {
    1: '急加速',
    2: '急减速',
    3: '急转弯',
    4: '怠速',
    5: '异常熄火',
    6: '空挡滑行',
    7: '发动机超转',
  },
};

/** What T/GDRTA 002-2020 (Guangdong) has beside these, or in place of them. */
const guangdongNames: typeof names = {
  100: { 18: '实线变道', 19: '过道行人' },
  101: {
    6: '探头遮挡',
    8: '超时驾驶',
    10: '未系安全带',
    11: '红外阻断型墨镜',
    12: '双手脱离方向盘',
    13: '玩手机',
  },
};

/** Item 0x66, whose types are bits of its tyres. */
const TYRES = 102;
/** Hexadecimal digits of an alarm identifier of Guangdong; in Jiangsu it has 32. */
const GUANGDONG_DIGITS = 80;
/** Whether an alarm identifier, in hexadecimal digits, is one of Guangdong. */
const isOfGuangdong = (identifier: string): boolean => identifier.length === GUANGDONG_DIGITS;

/** What a type of an item is called; undefined for what the standard leaves to makers. */
export const safetyName = (item: number, type: number, guangdong: boolean): string | undefined =>
  (guangdong ? guangdongNames[item]?.[type] : undefined) ?? names[item]?.[type];

/** What the alarm of an episode is called, by the values that the terminal told; undefined when no standard has it. */
export function toldSafetyName(values: Readonly<Record<string, unknown>>): string | undefined {
  const { rawItem, rawType, identifiers } = values;
  if (typeof rawItem !== 'number' || typeof rawType !== 'number') return undefined;
  if (rawItem === TYRES) return '胎压异常';
  const [first = ''] = typeof identifiers === 'string' ? identifiers.split(',') : [];
  return safetyName(rawItem, rawType, isOfGuangdong(first));
}
