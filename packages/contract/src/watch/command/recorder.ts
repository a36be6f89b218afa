/** What a driving recorder can be asked for (0x8700): command of GB/T 19056 and what it is called. */
export const recorderReads: Readonly<Record<number, string>> = {
  0: '执行标准版本',
  1: '当前司机信息',
  2: '实时时间',
  3: '累计行驶里程',
  4: '脉冲系数',
  5: '车辆信息',
  6: '状态信号配置',
  7: '唯一性编号',
  8: '行驶速度记录',
  9: '位置信息记录',
  16: '事故疑点记录',
  17: '超时驾驶记录',
  18: '司机身份记录',
  19: '外部供电记录',
  20: '参数修改记录',
  21: '速度状态日志',
};

/** What can be set in it (0x8701). */
export const recorderWrites: Readonly<Record<number, string>> = {
  130: '车辆信息',
  132: '状态信号配置',
  194: '记录仪时间',
  195: '脉冲系数',
  196: '初始里程',
};

/** What the data of a command is called; '' when the command is not known. */
export const recorderDataName = (command: number): string => recorderReads[command] ?? recorderWrites[command] ?? '';

/** Records over time, which are asked for by a span: 08 to 15 of the standard. */
const firstTimed = 0x08;
export const recorderTimed = (command: number): boolean => command >= firstTimed && command in recorderReads;
