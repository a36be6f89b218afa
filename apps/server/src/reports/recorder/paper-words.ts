import type { CurveWords } from '../paper/curve-drawing';

/** Every word of the temperature record of a portable recorder, in the two languages that it is printed in. */
export interface PaperWords {
  title: string;
  made: string;
  recorder: string;
  model: string;
  certificate: string;
  period: string;
  zone: string;
  interval: string;
  everyReading: string;
  readings: string;
  probes: { tem1: string; tem2: string; hum1: string };
  figures: readonly [string, string, string, string, string, string, string, string, string];
  chart: string;
  chartNote: string;
  curves: CurveWords;
  table: string;
  columns: readonly [time: string, mark: string];
  marks: { real: string; late: string; unproven: string; none: string; silent: string };
  markNote: string;
  signatures: readonly [string, string, string];
  minutes: string;
}

export const paperWords: Readonly<Record<'zh' | 'en', PaperWords>> = {
  zh: {
    title: '温湿度记录',
    made: '生成',
    recorder: '便携设备',
    model: '型号',
    certificate: '校准',
    period: '期间',
    zone: '时区',
    interval: '记录间隔',
    everyReading: '每条上报一行',
    readings: '样本',
    probes: { tem1: '温度1', tem2: '温度2', hum1: '湿度' },
    figures: ['探头', '上下限', '最高', '最低', '平均', 'MKT', '合格率(%)', '超限(分)', '完整率(%)'],
    chart: '曲线',
    chartNote: '原始样本，不平滑；缺失处断开，不连线',
    curves: { upper: '上限', lower: '下限', over: '超出上下限', gap: '缺失，曲线断开', door: '开门', frost: '除霜' },
    table: '间隔记录表',
    columns: ['时间', '数据'],
    marks: { real: '', late: '补传', unproven: '迟到', none: '缺失', silent: '静默' },
    markNote: '* 超出上下限；补传 设备缓存后上传；迟到 未证实；静默 运输途中无信号；缺失 不以前值代替',
    signatures: ['发货人', '承运人', '收货人'],
    minutes: '分钟',
  },
  en: {
    title: 'Temperature and humidity record',
    made: 'Issued',
    recorder: 'Recorder',
    model: 'Model',
    certificate: 'Calibration',
    period: 'Period',
    zone: 'Time zone',
    interval: 'Interval',
    everyReading: 'every reading',
    readings: 'Readings',
    probes: { tem1: 'Temperature 1', tem2: 'Temperature 2', hum1: 'Humidity' },
    figures: ['Sensor', 'Limits', 'Max', 'Min', 'Mean', 'MKT', 'In range %', 'Out (min)', 'Complete %'],
    chart: 'Curve',
    chartNote: 'Raw readings, not smoothed; interrupted where none was received',
    curves: {
      upper: 'Max',
      lower: 'Min',
      over: 'Out of limits',
      gap: 'No readings, curve interrupted',
      door: 'Door open',
      frost: 'Defrost',
    },
    table: 'Readings by interval',
    columns: ['Time', 'Data'],
    marks: { real: '', late: 'stored', unproven: 'late', none: 'missing', silent: 'silent' },
    markNote:
      '* out of limits; stored: kept by the recorder, sent later; late: not proven; silent: no signal in transit; missing: never filled in',
    signatures: ['Shipper', 'Carrier', 'Consignee'],
    minutes: 'min',
  },
};
