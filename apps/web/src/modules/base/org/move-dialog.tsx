import { type OrgRow, orgMove } from '@tongda/contract/base/org/calls';
import { TreeSelect } from 'antd';
import { useMemo, useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { treeSearch } from '../../../kit/form/input/tree-options';
import { type OrgItem, toTree } from './model';

interface Choice {
  value: string;
  title: string;
  disabled: boolean;
  children: Choice[];
}

/** Departments as choices of a new parent: the one that moves goes below neither itself nor what lies below it, nor where it stands. */
const choicesOf = (items: readonly OrgItem[], org: OrgRow, inside = false): Choice[] =>
  items.map((item) => {
    const within = inside || item.id === org.id;
    return {
      value: item.id,
      title: item.name,
      disabled: within || item.id === org.parentId,
      children: choicesOf(item.children, org, within),
    };
  });

/** 移动 of one department below another one, for whoever does not drag it there. */
export function MoveDialog({
  org,
  rows,
  done,
  close,
}: {
  org: OrgRow;
  rows: readonly OrgRow[];
  done: () => void;
  close: () => void;
}) {
  const [parentId, setParentId] = useState<string>();
  const choices = useMemo(() => choicesOf(toTree(rows), org), [rows, org]);
  return (
    <FormDialog
      endpoint={orgMove}
      input={{ orgId: org.id, parentId: parentId ?? '' }}
      ready={parentId !== undefined}
      touched={parentId !== undefined}
      told={`“${org.name}”已移动`}
      done={done}
      close={close}
      title={`移动“${org.name}”`}
      width={420}
    >
      <AtField name="parentId">
        <TreeSelect<string>
          aria-label="新的上级部门"
          placeholder="选择新的上级部门"
          style={{ width: '100%' }}
          treeData={choices}
          treeDefaultExpandAll
          showSearch={treeSearch}
          value={parentId}
          onChange={setParentId}
        />
      </AtField>
      <p className="td-cap">
        涉及 {org.userTotal} 名成员、{org.vehicleTotal} 辆车，数据范围随之变化并立即生效。
      </p>
    </FormDialog>
  );
}
