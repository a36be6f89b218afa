import { dataScope } from '@tongda/contract/base/org/enums';
import { type RoleRow, rolePage, roleSaveDataScope } from '@tongda/contract/company/role/calls';
import { type FieldMask, fieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { Alert, Button, Checkbox, Radio, TreeSelect } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { ActBar } from '../../../kit/dialog/act-bar';
import { treeSearch, useTreeOptions } from '../../../kit/form/input/tree-options';
import { newestRow } from '../../../kit/list/newest-row';
import { useCan } from '../../../kit/session/can';
import { loadOrgs } from '../../base/org/door';

const hints: Readonly<Record<number, string>> = {
  [dataScope.below]: '成员所在部门及其全部下级部门的车辆',
  [dataScope.own]: '只有成员所在部门的车辆，不含下级部门',
  [dataScope.self]: '只有单独授权给成员本人的车辆，部门归属和部门授权都不生效',
  [dataScope.custom]: '所选部门及其下级部门的车辆，与成员所在部门无关',
};

const maskHints: Readonly<Record<FieldMask, string>> = {
  cost: '维修保养费用、保费、线路的过路费和油费',
  phone: '只显示前三位和后四位；修改资料时保留原号码',
  video: '授权中的视频权限不生效',
};

/** 数据权限 of a role: the data scope of its members (unless a member has one of his own) and the fields that are hidden from them. */
export function RoleScope({ role, changed }: { role: RoleRow; changed: () => void }) {
  const [scope, setScope] = useState(role.dataScope);
  const [orgIds, setOrgIds] = useState(role.orgIds);
  const [masks, setMasks] = useState<FieldMask[]>(role.masks);
  const orgs = useTreeOptions(loadOrgs);
  const may = useCan(roleSaveDataScope) && !role.preset && !role.allRights;
  const custom = scope === dataScope.custom;
  const sameScope =
    scope === role.dataScope && (!custom || [...orgIds].sort().join() === [...role.orgIds].sort().join());
  const same = sameScope && [...masks].sort().join() === [...role.masks].sort().join();
  const save = useAct(roleSaveDataScope, {
    told: '数据权限已保存，成员立即生效',
    done: changed,
    fresh: () => newestRow(rolePage, { keyword: role.name }, role.id),
    stale: [rolePage],
  });
  const send = (): void => {
    const chosen = dataScope.codes.find((code) => code === scope) ?? dataScope.below;
    void save.run({
      roleId: role.id,
      version: role.version,
      dataScope: chosen,
      orgIds: custom ? orgIds : [],
      masks,
    });
  };
  return (
    <div className="kit-detail-split-pad company-role-scope">
      <ActBar of={save} />
      <Alert
        type="info"
        showIcon
        title="用户自己设了数据范围时以用户的为准；一个用户有多个角色时取各角色范围的合集。授权给用户、部门的车辆另外可见。"
      />
      <Radio.Group
        value={scope}
        disabled={!may}
        onChange={(event) => setScope(event.target.value)}
        options={dataScope.options.map(({ code, name }) => ({
          value: code,
          label: (
            <>
              {name}
              <span className="td-cap">　{hints[code]}</span>
            </>
          ),
        }))}
      />
      {custom ? (
        <TreeSelect
          aria-label="自定义部门"
          suffixIcon={<ChevronDown className="td-ico td-mute" />}
          style={{ width: 420 }}
          treeData={orgs}
          value={orgIds}
          multiple
          treeDefaultExpandAll
          disabled={!may}
          placeholder="选择部门"
          showSearch={treeSearch}
          onChange={setOrgIds}
        />
      ) : null}
      <MaskChoices masks={masks} change={setMasks} disabled={!may} />
      {may ? (
        <div>
          <Button type="primary" loading={save.busy} disabled={same || (custom && orgIds.length === 0)} onClick={send}>
            保存
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface MaskChoicesProps {
  masks: FieldMask[];
  change: (masks: FieldMask[]) => void;
  disabled: boolean;
}

/** 脱敏字段: the kinds of fields that the role hides from its members. */
function MaskChoices({ masks, change, disabled }: MaskChoicesProps) {
  return (
    <section className="company-role-masks">
      <h2>脱敏字段</h2>
      <p className="td-cap">
        勾选的内容对成员隐藏：列表、详情、变更记录和导出文件都不显示。一个用户有多个角色时，只要有一个角色没有勾选就能看到。
      </p>
      <Checkbox.Group<FieldMask>
        value={masks}
        disabled={disabled}
        onChange={change}
        options={fieldMask.options.map(({ code, name }) => ({
          value: code,
          label: (
            <>
              {name}
              <span className="td-cap">　{maskHints[code]}</span>
            </>
          ),
        }))}
      />
    </section>
  );
}
