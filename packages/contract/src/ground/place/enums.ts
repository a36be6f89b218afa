import { defineEnum } from '../../core/enum';

/** 区域: an area with rules of its own; 站点: a place that vehicles serve; 线路: an electronic line. */
export const placeKind = defineEnum('placeKind', {
  site: ['site', '站点'],
  region: ['region', '区域'],
  line: ['line', '电子线路'],
});

/** What stands or applies at a place. */
export const placeType = defineEnum('placeType', {
  distributionCentre: [1, '配送中心'],
  warehouse: [2, '仓库'],
  store: [3, '门店'],
  fuel: [4, '加油站'],
  repair: [5, '维修厂'],
  service: [6, '服务区'],
  noParking: [7, '禁停区'],
  speedLimit: [8, '限速区'],
  city: [9, '城市区域'],
  other: [10, '其他'],
  line: [11, '电子线路'],
  truckLimit: [12, '限行区'],
});

export const shapeKind = defineEnum('shapeKind', {
  circle: ['circle', '圆形'],
  rect: ['rect', '矩形'],
  polygon: ['polygon', '多边形'],
  district: ['district', '行政区'],
  line: ['line', '线路'],
});

export const placeSource = defineEnum('placeSource', {
  hand: [1, '手工绘制'],
  store: [2, '门店'],
  stop: [3, '停车点'],
  import: [4, '导入'],
  track: [5, '轨迹'],
  plan: [6, '规划'],
  /** planned without a road network: straight legs */
  estimate: [7, '规划（估算）'],
});

export const placeVisible = defineEnum('placeVisible', {
  company: [1, '全公司'],
  org: [2, '本部门'],
  own: [3, '仅自己'],
});

/** In use or out of use. */
export const useStatus = defineEnum('useStatus', { on: [1, '启用'], off: [0, '停用'] });

/** Whether the point of a store is known; 偏移: trucks unload outside its fence. */
export const locateStatus = defineEnum('locateStatus', {
  located: [1, '已定位'],
  off: [2, '偏移'],
  missing: [0, '未定位'],
});

export const yesNo = defineEnum('yesNo', { yes: [1, '是'], no: [0, '否'] });

export const routeType = defineEnum('routeType', {
  trunk: [1, '干线'],
  branch: [2, '支线'],
  city: [3, '城配'],
  loop: [4, '循环'],
});

/** What happens at a stop of a route. */
export const pointType = defineEnum('pointType', {
  load: [1, '装货'],
  unload: [2, '卸货'],
  pass: [3, '途经'],
  stopOver: [4, '经停'],
});

export const routePlanType = defineEnum('routePlanType', { direct: [1, '点到点'], tour: [2, '多点排序'] });

/** By what a way of a routing engine is chosen. */
export const routeStrategy = defineEnum('routeStrategy', {
  fastest: ['fastest', '最快'],
  shortest: ['shortest', '最短'],
  noToll: ['noToll', '少收费'],
  noMotorway: ['noMotorway', '避高速'],
  noLimit: ['noLimit', '避限行'],
});

/** State of a plan; only a draft may still be changed. */
export const routePlanStatus = defineEnum('routePlanStatus', {
  draft: [0, '草稿'],
  sent: [1, '已下发'],
  running: [2, '执行中'],
  done: [3, '已完成'],
  void: [4, '已作废'],
});
