import { temperatureType } from '@tongda/contract/enums/vehicle';
import {
  type FleetDetail,
  fleetAdd,
  fleetChangeHis,
  fleetDetail,
  fleetLabels,
  fleetPage,
  fleetUpdate,
} from '@tongda/contract/fleet/fleet';
import { useSearchParams } from 'react-router';
import { OperationLog } from '../../kit/change-history';
import { FieldGroup } from '../../kit/edit-field';
import { EditPage } from '../../kit/edit-page';
import type { Values } from '../../kit/edit-schema';
import { EnableDot } from '../../kit/enable-dot';
import { EnumField, TextAreaField, TextField, TreeField } from '../../kit/fields';
import { shortTime } from '../../kit/format';
import { RemoteField } from '../../kit/remote-select';
import { useStaleAfter } from '../../kit/use-stale-after';
import { loadOrgs } from '../org/pick';
import { known, searchFleets } from '../reference/pick';
import { useFleetLinks } from './links';

const names = Object.keys(fleetLabels) as Array<keyof typeof fleetLabels>;
const toForm = (loaded: FleetDetail | null): Values =>
  loaded === null ? {} : Object.fromEntries(names.map((name) => [name, loaded[name]]));
const stale = [fleetPage, fleetDetail, fleetChangeHis];

/** 新增/编辑车队. */
export function FleetEditPage() {
  const [params] = useSearchParams();
  const links = useFleetLinks();
  useStaleAfter(stale);
  return (
    <EditPage<FleetDetail, typeof fleetUpdate>
      noun="车队"
      id={params.get('id') ?? undefined}
      load={fleetDetail}
      save={fleetUpdate}
      create={fleetAdd}
      toForm={toForm}
      toInput={(values, loaded) => (loaded === null ? values : { ...values, id: loaded.id, version: loaded.version })}
      back={links.list}
      head={(f) => ({
        code: f.name,
        status: <EnableDot status={f.status} />,
        meta: `创建于 ${shortTime(f.createTime)}　最近修改 ${f.updateUser} ${shortTime(f.updateTime)}`,
      })}
      aside={(f) => (f ? <OperationLog of={fleetChangeHis} id={f.id} /> : null)}
      body={(f) => (
        <>
          <FieldGroup title="基本信息" hint="名称在公司内唯一">
            <TextField name="name" label="车队名称" placeholder="2~30个字符" />
            <TextField name="code" label="车队编码" placeholder="字母、数字，可用-连接" upper />
            <TreeField name="orgId" label="所属组织" load={loadOrgs} />
            <RemoteField
              name="parentId"
              label="上级车队"
              search={searchFleets}
              known={known(f?.parentId, f?.parentName)}
            />
            <TextField name="leaderName" label="负责人" />
            <TextField name="phone" label="联系电话" placeholder="手机或固定电话" />
          </FieldGroup>
          <FieldGroup title="业务">
            <EnumField name="temperatureType" label="默认温区" of={temperatureType} />
            <TextField name="dispatchArea" label="调度区域" placeholder="如 上海、苏州" />
            <TextAreaField name="remark" label="备注" rows={1} />
          </FieldGroup>
        </>
      )}
    />
  );
}
