import { columns } from '../core/columns';
import type { PlaceRow } from './place';

export const placeColumns = columns<PlaceRow>()([
  { value: 'name', label: '名称', width: 150, fixed: 'left', sortable: true, noEdit: true },
  { value: 'kind', label: '类别', width: 76, dict: 'placeKind', hidden: true },
  { value: 'placeType', label: '类型', width: 80, dict: 'placeType', sortable: true },
  { value: 'insideCount', label: '在内车辆', width: 70, align: 'right' },
  { value: 'shapeKind', label: '图形', width: 64, dict: 'shapeKind', hidden: true },
  { value: 'radiusM', label: '半径/缓冲(m)', width: 96, align: 'right', hidden: true },
  { value: 'areaKm2', label: '面积(km²)', width: 84, align: 'right', hidden: true },
  { value: 'lengthKm', label: '长度(km)', width: 78, align: 'right', hidden: true },
  { value: 'code', label: '编码', width: 100, sortable: true, hidden: true },
  { value: 'lng', label: '中心经度', width: 96, align: 'right', hidden: true },
  { value: 'lat', label: '中心纬度', width: 96, align: 'right', hidden: true },
  { value: 'address', label: '地址', width: 180, hidden: true },
  { value: 'speedLimitKmh', label: '限速(km/h)', width: 84, align: 'right', hidden: true },
  { value: 'bufferM', label: '缓冲(m)', width: 72, align: 'right', hidden: true },
  { value: 'stayMin', label: '最短停留(分钟)', width: 108, align: 'right', hidden: true },
  { value: 'contact', label: '联系人', width: 76, hidden: true },
  { value: 'phone', label: '联系电话', width: 104, hidden: true },
  { value: 'orgName', label: '所属组织', width: 110, sortable: true, hidden: true },
  { value: 'visible', label: '可见范围', width: 78, dict: 'placeVisible', hidden: true },
  { value: 'source', label: '来源', width: 78, dict: 'placeSource', hidden: true },
  { value: 'tags', label: '标签', width: 110, hidden: true },
  { value: 'status', label: '状态', width: 64, dict: 'useStatus', hidden: true },
  { value: 'updateUser', label: '更新人', width: 76, hidden: true },
  { value: 'updateTime', label: '更新时间', width: 118, sortable: true, hidden: true },
]);
