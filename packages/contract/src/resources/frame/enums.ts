import { defineEnum } from '../../core/enum';

export const traceState = defineEnum('traceState', {
  running: [1, '追踪中'],
  ended: [2, '已结束'],
  /** as many frames as one may have */
  full: [3, '已满'],
});
