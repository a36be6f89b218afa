import {
  type OrgDetail,
  orgAdd,
  orgChangeHis,
  orgDetail,
  orgJurisdiction,
  orgMove,
  orgTree,
  orgUpdate,
} from '@tongda/contract/base/org/calls';
import { orgType } from '@tongda/contract/base/org/enums';
import { Form } from 'antd';
import { useCallback, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { OperationLog } from '../../../kit/detail/change-history';
import { Panel } from '../../../kit/detail/panel';
import { useEditScope } from '../../../kit/form/edit-context';
import { FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { EnumField, NumberField, TextAreaField, TextField, TreeField } from '../../../kit/form/input/fields';
import { type Found, RemoteField } from '../../../kit/form/input/remote-select';
import { useInvalidate } from '../../../kit/list/use-rows';
import { useCan } from '../../../kit/session/can';
import { shortTime } from '../../../kit/show/format';
import { JurisdictionField } from '../jurisdiction/door';
import { searchUsers } from '../reference/door';
import { loadOrgs } from './door';
import { orgLinks } from './links';

const toInput = (values: Values, loaded: OrgDetail | null): Values =>
  loaded === null ? values : { ...values, id: loaded.id, version: loaded.version };

/** 新增/编辑下级部门: `?id=` edits, `?parentId=` adds below that one. */
export function DepartmentEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  const parentId = params.get('parentId');
  const invalidate = useInvalidate();
  useEffect(
    () => () => {
      for (const endpoint of [orgTree, orgDetail, orgChangeHis, orgJurisdiction]) void invalidate(endpoint);
    },
    [invalidate],
  );
  const toForm = useCallback(
    (o: OrgDetail | null): Values => {
      if (o === null) return { parentId, orgType: orgType.department, sort: 0 };
      const { parentId: above, name, code, orgType: kind, managerUserId, phone, address, lng, lat, sort, remark } = o;
      return { parentId: above, name, code, orgType: kind, managerUserId, phone, address, lng, lat, sort, remark };
    },
    [parentId],
  );
  return (
    <EditPage<OrgDetail, typeof orgUpdate>
      noun="部门"
      id={id}
      load={orgDetail}
      save={orgUpdate}
      create={orgAdd}
      toForm={toForm}
      toInput={toInput}
      back={`${orgLinks.structure}${(id ?? parentId) ? `?id=${id ?? parentId}` : ''}`}
      head={(o) => ({
        code: o.name,
        meta: `创建于 ${shortTime(o.createTime)}　最近修改 ${shortTime(o.updateTime)}`,
      })}
      aside={(o) => (o ? <Aside org={o} /> : <Hints />)}
      body={(o) => <Fields loaded={o} />}
    />
  );
}

function Fields({ loaded }: { loaded: OrgDetail | null }) {
  const { form } = useEditScope();
  const mayMove = useCan(orgMove);
  const site = Form.useWatch('orgType', form) === orgType.site;
  const root = loaded !== null && loaded.parentId === null;
  const manager: Found | null = loaded?.managerUserId ? { id: loaded.managerUserId, name: loaded.managerName } : null;
  return (
    <>
      <FieldGroup title="部门" hint="同一上级下名称不能重复，最多8级">
        {root ? null : (
          <TreeField
            name="parentId"
            label="上级部门"
            load={loadOrgs}
            disabled={loaded !== null && !mayMove}
            help={loaded !== null && !mayMove ? '您没有移动部门的权限' : undefined}
          />
        )}
        <TextField name="name" label="部门名称" />
        <TextField name="code" label="部门编码" placeholder="字母、数字、-" />
        <EnumField name="orgType" label="类型" of={orgType} />
        <RemoteField name="managerUserId" label="负责人" search={searchUsers} known={manager} />
        <TextField name="phone" label="电话" placeholder="手机或固定电话" />
        <NumberField name="sort" label="排序" help="小的在前" />
        <TextAreaField name="remark" label="备注" rows={1} />
      </FieldGroup>
      {site ? (
        <FieldGroup title="站点位置" hint="站点类型的部门填写">
          <TextField name="address" label="地址" span={6} />
          <NumberField name="lng" label="经度" decimals={6} />
          <NumberField name="lat" label="纬度" decimals={6} />
        </FieldGroup>
      ) : null}
      <FieldGroup title="管辖范围" hint="部门及下级可见的车辆和地点">
        <JurisdictionField of={orgJurisdiction} id={loaded?.id} />
      </FieldGroup>
    </>
  );
}

function Aside({ org }: { org: OrgDetail }) {
  return (
    <>
      <Panel title="管辖范围">
        <p className="td-cap">归属本部门及下级的车辆自动可见，其他车辆可在表单中勾选，或在资源授权中设权限和有效期。</p>
        <p>
          <Link to={orgLinks.visible(org.id)}>查看可见车辆与原因</Link>
        </p>
        <Link to={orgLinks.grant(org.id)}>授权车辆给本部门</Link>
      </Panel>
      <OperationLog of={orgChangeHis} id={org.id} />
    </>
  );
}

function Hints() {
  return (
    <Panel title="填写提示">
      <ul className="kit-detail-hints">
        <li>部门名称不能包含“/”，导入时用它分隔上下级。</li>
        <li>保存后可在组织架构中拖动调整位置和顺序。</li>
        <li>移动部门会改变成员可见的车辆。</li>
      </ul>
    </Panel>
  );
}
