import { defineEnum } from '../../core/enum';

/** Active-safety alarm types. Their numbers are alarm types only: 180 and 190 are menus elsewhere. '' filters nothing. */
export const alarmType = defineEnum('alarmType', {
  all: ['', '全部'],
  forwardCollision: [180, '前向碰撞'],
  laneDeparture: [181, '车道偏离'],
  closeFollowing: [182, '车距过近'],
  rightTurnNoStop: [183, '右转未停车'],
  rightRearApproach: [184, '右后方接近'],
  frontApproach: [185, '前方接近'],
  fatigue: [186, '疲劳驾驶'],
  phoneCall: [187, '接打电话'],
  smoking: [188, '抽烟'],
  distraction: [189, '分神驾驶'],
  other: [-1, '其他'],
});

/** Level of an active-safety alarm as the terminal sends it. */
export const alarmLevel = defineEnum('alarmLevel', { one: [1, '一级'], two: [2, '二级'] });

export const alarmHandleStatus = defineEnum('alarmHandleStatus', {
  open: [0, '待处理'],
  inProgress: [1, '处理中'],
  closed: [2, '已处理'],
  /** Left out of the score. */
  falseAlarm: [3, '误报'],
  appeal: [4, '申诉中'],
  overdue: [5, '超时未处理'],
});

export const alarmHandleWay = defineEnum('alarmHandleWay', {
  tts: [1, '语音提醒(TTS)'],
  phone: [2, '电话提醒'],
  talk: [3, '对讲'],
  sms: [4, '短信'],
  onSite: [5, '现场处置'],
  training: [6, '安全教育'],
  falseAlarm: [7, '误报'],
});

/** Pictures and videos of an alarm. */
export const attachStatus = defineEnum('attachStatus', {
  notAsked: [0, '待请求'],
  uploading: [1, '上传中'],
  complete: [2, '已完成'],
  partlyMissing: [3, '部分缺失'],
  failed: [4, '失败'],
});

/** Kinds of files that terminals send (0x0800, 0x1211). */
export const terminalFileKind = defineEnum('terminalFileKind', {
  image: [0, '图片'],
  audio: [1, '音频'],
  video: [2, '视频'],
  text: [3, '文本'],
  other: [4, '其他'],
});

/** Colour of a score, the code being its rule: see `scoreMark`. */
export const scoreColour = defineEnum('scoreColour', {
  green: ['>=90', '绿色'],
  yellow: ['>75', '黄色'],
  orange: ['>=60', '橙色'],
  red: ['else', '红色'],
});

export const scoreGrade = defineEnum('scoreGrade', {
  excellent: ['A', '优秀'],
  good: ['B', '良好'],
  fair: ['C', '一般'],
  poor: ['D', '较差'],
});

/** green from 90 on, yellow above 75 (75 itself is not), orange from 60 on, else red. */
export const scoreLimits = { greenFrom: 90, yellowAbove: 75, orangeFrom: 60 } as const;

/** In falling order; the first that holds wins. */
const grades = [
  { holds: (score: number) => score >= scoreLimits.greenFrom, colour: scoreColour.green, grade: scoreGrade.excellent },
  { holds: (score: number) => score > scoreLimits.yellowAbove, colour: scoreColour.yellow, grade: scoreGrade.good },
  { holds: (score: number) => score >= scoreLimits.orangeFrom, colour: scoreColour.orange, grade: scoreGrade.fair },
] as const;

/** Colour and grade of a score of 0-100. */
export function scoreMark(score: number): {
  colour: (typeof scoreColour.codes)[number];
  grade: (typeof scoreGrade.codes)[number];
} {
  return grades.find(({ holds }) => holds(score)) ?? { colour: scoreColour.red, grade: scoreGrade.poor };
}
