import { screensOf } from '../screens';

const monitor = screensOf('monitor');
const analysis = screensOf('analysis');
const settings = screensOf('settings');

/** Screens of this sub-application that are not built yet: their addresses are known, no menu leads to them. */
export const safetyScreens = {
  monitorHome: monitor.at('/', '安全分析', 'dashboard', 'safetyAnalysis'),
  monitorIndex: monitor.from('monitorIndex', 'dashboard'),
  safetyAnalysis: monitor.from('safetyAnalysis', 'dashboard'),
  timeRealAlarm: monitor.from('timeRealAlarm', 'list'),
  timeRealMonitoring: monitor.from('timeRealMonitoring', 'map'),
  viewAlarm: monitor.from('viewAlarm', 'list'),
  statisticsAlarm: monitor.from('statisticsAlarm', 'report'),
  analysisAlarm: monitor.from('analysisAlarm', 'report'),
  runningAlarm: monitor.from('runningAlarm', 'report'),
  enterpriseSafetyPanel: monitor.from('enterpriseSafetyPanel', 'dashboard'),
  alarmRecordDetails: monitor.at('/alarmRecord/detail', '报警详情', 'detail', 'alarmRecord'),
  alarmStatistics: monitor.from('alarmStatistics', 'report'),
  alarmScore: monitor.from('alarmScore', 'report'),
  dangerousPeriod: monitor.from('dangerousPeriod', 'report'),
  vehicleDrivingTime: monitor.from('vehicleDrivingTime', 'report'),
  deviceAbnormalWarning: monitor.from('deviceAbnormalWarning', 'list'),
  alarmConfiguration: monitor.from('alarmConfiguration', 'edit'),
  safetyReport: monitor.from('safetyReport', 'report'),
  about: monitor.from('about', 'detail'),
  alarmHandle: monitor.from('alarmHandle', 'list'),
  driverCoaching: monitor.from('driverCoaching', 'list'),
  supervise: monitor.from('supervise', 'list'),
  evidence: monitor.from('evidence', 'list'),
  analysisHome: analysis.at('/', '车联网首页', 'redirect', null),
  operationAnalysis: analysis.from('operationAnalysis', 'dashboard'),
  operationStatistics: analysis.from('operationStatistics', 'report'),
  travelStatistics: analysis.from('travelStatistics', 'report'),
  behaviorStatistics: analysis.from('behaviorStatistics', 'report'),
  behaviorStatisticsDetails: analysis.at('/behaviorStatistics/details', '驾驶行为明细', 'detail', 'behaviorStatistics'),
  settingsHome: settings.from('settingsHome', 'dashboard', { title: '在线办理首页' }),
  stopReporting: settings.from('stopReporting', 'list'),
} as const;
