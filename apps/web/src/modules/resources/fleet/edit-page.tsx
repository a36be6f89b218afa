import { keysOf } from '@tongda/contract/core/keys';
import {
  type FleetDetail,
  fleetAdd,
  fleetChangeHis,
  fleetDetail,
  fleetLabels,
  fleetLeaders,
  fleetPage,
  fleetTree,
  fleetUpdate,
  typedNameOf,
} from '@tongda/contract/resources/fleet/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { Form } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { OperationLog } from '../../../kit/detail/change-history';
import { useEditScope } from '../../../kit/form/edit-context';
import { FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { EnumField, TextAreaField, TextField, TreeField } from '../../../kit/form/input/fields';
import { type Found, RemoteField } from '../../../kit/form/input/remote-select';
import type { TreeItem } from '../../../kit/form/input/tree-options';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { EnableDot } from '../../../kit/show/enable-dot';
import { shortTime } from '../../../kit/show/format';
import { loadOrgs } from '../../base/org/door';
import { useFleetLinks } from './links';

const names = keysOf(fleetLabels);
const toForm = (loaded: FleetDetail | null): Values =>
  loaded === null ? {} : Object.fromEntries(names.map((name) => [name, loaded[name]]));
const stale = [fleetPage, fleetDetail, fleetChangeHis];

const loadFleetTree = (): Promise<TreeItem[]> => call(fleetTree, undefined, { quiet: true });

const kinds = { user: '用户', driver: '司机' } as const;

/** The fields of the leader. His number, which is shown masked, becomes the fleet's when it is saved without one. */
function LeaderFields({ loaded }: { loaded: FleetDetail | null }) {
  const { form } = useEditScope();
  const phones = useRef(new Map<string, string>());
  const search = useCallback(async (keyword: string): Promise<Found[]> => {
    const people = await call(fleetLeaders, { keyword }, { quiet: true });
    for (const { key, phone } of people) phones.current.set(key, phone);
    return people.map(({ key, name, phone, kind, of }) => ({
      id: key,
      name,
      note: [kinds[kind], phone, of].filter(Boolean).join(' '),
    }));
  }, []);
  const leader: unknown = Form.useWatch('leader', form);
  const before = useRef(loaded?.leader ?? null);
  useEffect(() => {
    if (typeof leader !== 'string' || leader === before.current) return;
    before.current = leader;
    // the number of the one before is not his
    form.setFieldValue('phone', null);
  }, [leader, form]);
  const chosen = typeof leader === 'string' && leader !== loaded?.leader ? phones.current.get(leader) : undefined;
  const typed = typeof leader === 'string' && typedNameOf(leader) !== null;
  return (
    <>
      <RemoteField
        name="leader"
        label="负责人"
        search={search}
        known={loaded?.leader && loaded.leaderName ? { id: loaded.leader, name: loaded.leaderName } : null}
        placeholder="用户或司机的姓名、手机号"
        help={typed ? '只记了姓名，还没有对应到用户或司机' : undefined}
      />
      <TextField
        name="phone"
        label="联系电话"
        placeholder={chosen ? `${chosen}，保存时带出` : '不填则用负责人的电话'}
      />
    </>
  );
}

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
            <TextField name="code" label="车队编码" placeholder="字母、数字、-" upper />
            <TreeField name="orgId" label="所属部门" load={loadOrgs} />
            <TreeField name="parentId" label="上级车队" load={loadFleetTree} />
            <LeaderFields loaded={f} />
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
