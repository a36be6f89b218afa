import { orgMove } from '@tongda/contract/base/org/calls';
import { Tree, type TreeDataNode } from 'antd';
import { Building, Building2, ChevronDown, MapPin, Truck, Users } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useCan } from '../../../kit/session/can';
import { filterTree, type OrgItem } from './model';

interface OrgTreeProps {
  tree: readonly OrgItem[];
  keyword: string;
  chosen: string | undefined;
  choose: (id: string) => void;
  move: (id: string, target: { id: string; onto: boolean; after: boolean }) => void;
}

const icons: Readonly<Record<number, typeof Users>> = { 1: Building2, 2: Building, 3: Users, 4: Truck, 5: MapPin };

/** The departments with the number of people in and below each; whoever may, moves them by dragging. */
export function OrgTree({ tree, keyword, chosen, choose, move }: OrgTreeProps) {
  const mayMove = useCan(orgMove);
  const shown = useMemo(() => filterTree(tree, keyword.trim()), [tree, keyword]);
  const [open, setOpen] = useState<string[] | null>(null);
  const all = useMemo(() => idsOf(shown), [shown]);
  // a search opens what it found
  useEffect(() => {
    if (keyword) setOpen(null);
  }, [keyword]);
  return (
    <Tree
      className="base-org-tree"
      aria-label="部门"
      blockNode
      treeData={shown.map(nodeOf)}
      switcherIcon={<ChevronDown className="td-ico" />}
      expandedKeys={open ?? all}
      onExpand={(keys) => setOpen(keys.map(String))}
      selectedKeys={chosen ? [chosen] : []}
      onSelect={([key]) => key !== undefined && choose(String(key))}
      draggable={mayMove && keyword === '' ? { icon: false } : false}
      allowDrop={({ dropNode, dropPosition }) => dropPosition === 0 || !shown.some(({ id }) => id === dropNode.key)}
      onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
        const place = Number(node.pos.split('-').at(-1));
        move(String(dragNode.key), { id: String(node.key), onto: !dropToGap, after: dropPosition > place });
      }}
    />
  );
}

const idsOf = (items: readonly OrgItem[]): string[] => items.flatMap((item) => [item.id, ...idsOf(item.children)]);

function nodeOf(item: OrgItem): TreeDataNode {
  const Icon = icons[item.orgType] ?? Users;
  return {
    key: item.id,
    title: (
      <span className="base-org-node">
        <Icon className="td-ico" />
        <span>{item.name}</span>
        <small title={`成员 ${item.userTotal}，车辆 ${item.vehicleTotal}`}>
          {item.userTotal} / {item.vehicleTotal}
        </small>
      </span>
    ),
    children: item.children.length > 0 ? item.children.map(nodeOf) : undefined,
  };
}
