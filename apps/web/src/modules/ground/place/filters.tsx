import { placeSource, placeType, shapeKind, useStatus } from '@tongda/contract/ground/place/enums';
import { FilterEnum, FilterSelect, FilterText, FilterTree } from '../../../kit/list/filter/controls';
import { loadOrgs } from '../../base/org/door';

const ruled = [
  { code: 1, name: '已引用' },
  { code: 0, name: '未引用' },
];
const occupied = [{ code: 1, name: '仅看有车' }];

export function PlaceFilters() {
  return (
    <>
      <FilterText name="keyword" label="名称、编码、地址" main width={190} />
      <FilterEnum name="placeType" label="类型" of={placeType} width={130} />
      <FilterSelect name="occupied" label="在内车辆" options={occupied} width={150} />
      <FilterEnum name="shapeKind" label="图形" of={shapeKind} width={130} />
      <FilterText name="tag" label="标签" width={130} />
      <FilterTree name="orgId" label="组织" load={loadOrgs} width={150} />
      <FilterEnum name="source" label="来源" of={placeSource} width={130} />
      <FilterSelect name="ruled" label="报警规则" options={ruled} width={130} />
      <FilterEnum name="status" label="状态" of={useStatus} width={120} />
    </>
  );
}
