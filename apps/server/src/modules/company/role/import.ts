import { dataScope } from '@tongda/contract/base/org/enums';
import {
  type RoleImportFields,
  type RoleImportMenu,
  type RoleMenuNode,
  roleImportFields,
  roleImports,
  roleLabels,
} from '@tongda/contract/company/role/calls';
import { type FieldMask, fieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { message } from '@tongda/contract/core/messages';
import { sql } from 'kysely';
import { declareGone, insertRows, type RowValues } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { asCode, many, type Refs } from '../../../core/import/cells';
import type { ImportColumn, ImportDefinition, ImportWorld, Known } from '../../../core/import/definition';
import { fieldsInWords } from '../../../core/record/words';
import { givableRoles } from '../../base/org/door';
import { guardLastAdmin, guardRoles } from './guard';
import { maskWords } from './masks';
import { flattenMenus, listMenusToGive } from './menus';
import { replaceRights } from './rights';
import { roleRecord } from './service';

// Deleting a role removes its row, so the undo of an import finds nothing left of it.
declareGone('role', null);

/** The word that stands for all buttons of a menu in the column of buttons. */
export const allButtons = '全部';

/** Menus that an import line may name, each with its path in the tree, like `运输资源/车辆管理`. */
export function pathsOfMenus(
  nodes: readonly RoleMenuNode[],
  above: readonly string[] = [],
): Array<[string, RoleMenuNode]> {
  return nodes.flatMap((node) => {
    const way = [...above, node.name];
    const own: Array<[string, RoleMenuNode]> = node.group && node.buttons.length === 0 ? [] : [[way.join('/'), node]];
    return [...own, ...pathsOfMenus(node.children, way)];
  });
}

const importColumns = ({ menu = [] }: ImportWorld<RoleImportFields>['choices']): ImportColumn[] => [
  {
    field: 'name',
    label: roleLabels.name,
    example: '车队调度',
    note: '2~20个字符，公司内唯一；名称相同的各行为一个角色',
    required: true,
  },
  { field: 'code', label: roleLabels.code, example: 'FLEET', note: '最多20位字母、数字、-' },
  {
    field: 'dataScope',
    label: roleLabels.dataScope,
    example: dataScope.label(dataScope.below),
    note: `空白为${dataScope.label(dataScope.below)}；自定义部门请在页面上勾选`,
    options: dataScope.options.filter(({ code }) => code !== dataScope.custom).map(({ name }) => name),
    as: asCode(dataScope),
    solid: true,
  },
  { field: 'remark', label: roleLabels.remark, example: '', note: '最多200个字符' },
  {
    field: 'menus.menu',
    label: '菜单',
    example: menu[0] ?? '',
    note: '一行一个菜单，写完整路径，如 运输资源/车辆管理；不重名时只写菜单名称也可以',
    options: menu,
  },
  {
    field: 'menus.buttons',
    label: '按钮',
    example: allButtons,
    note: `该菜单下的按钮，用顿号隔开；“${allButtons}”为该菜单的所有按钮，空白为只能查看`,
  },
  {
    field: 'masks',
    label: roleLabels.masks,
    example: fieldMask.label(fieldMask.cost),
    note: `成员看不到的内容：${fieldMask.options.map(({ name }) => name).join('、')}，用顿号隔开；空白为都能看`,
    as: masksOfCell,
  },
];

function masksOfCell(text: string): FieldMask[] | { fault: string } {
  const words = text
    .split(/[、,，;；]+/u)
    .map((word) => word.trim())
    .filter(Boolean);
  const names = fieldMask.options.map(({ name }) => name);
  const unknown = words.find((word) => !names.includes(word));
  if (unknown) return { fault: `脱敏字段“${unknown}”不正确，应为：${names.join('、')}` };
  return fieldMask.codes.filter((mask) => words.includes(fieldMask.label(mask)));
}

/** Resolves the menu and buttons that a line names to menu key and button paths; mistakes come back as `faults` of the line. */
function resolveMenuLine(line: { menu?: unknown; buttons?: unknown }, role: string, refs: Refs): unknown {
  if (Array.isArray(line.buttons) || typeof line.menu !== 'string')
    return { ...line, buttons: Array.isArray(line.buttons) ? line.buttons : [] };
  const name = line.menu.trim();
  const key = refs.menu?.get(name);
  const wrong = (field: 'menu' | 'buttons', msg: string) => ({ menu: name, buttons: [], faults: [{ field, msg }] });
  if (key === many) return wrong('menu', `有多个“${name}”，请填完整路径`);
  if (key === undefined && /[、,，;；\n]/u.test(name))
    return wrong('menu', '一行只填一个菜单，多个菜单请分成多行，角色名称相同');
  if (key === undefined) return wrong('menu', `没有菜单“${name}”，请按模板中的菜单填写`);
  const may = (right: string): boolean =>
    refs.mayGive?.has(right) === true || refs.held?.has(`${role}\n${right}`) === true;
  if (!may(key)) return wrong('menu', `您没有菜单“${name}”的权限，不能授予`);
  const own = refs.button?.get(key);
  // `loadRoleWorld` wrote this JSON: label and path of each button
  const known = new Map(JSON.parse(typeof own === 'string' ? own : '[]') as Array<[string, string]>);
  const said = String(line.buttons ?? '')
    .split(/[、,，;；]+/u)
    .map((word) => word.trim())
    .filter(Boolean);
  const labels = said.includes(allButtons) ? [...known.keys()] : said;
  const strange = labels.filter((label) => !known.has(label));
  if (strange.length > 0)
    return wrong(
      'buttons',
      `“${name}”没有按钮“${strange.join('、')}”，可填：${[...known.keys()].join('、') || '（没有按钮）'}`,
    );
  const beyond = labels.filter((label) => !may(`${key}|${known.get(label)}`));
  if (beyond.length > 0) return wrong('buttons', `您没有按钮“${beyond.join('、')}”的权限，不能授予`);
  return { menu: key, buttons: labels.map((label) => known.get(label) ?? '') };
}

const { menus: _menus, ...wordLabels } = roleLabels;
const columnsOf = (v: RoleImportFields): RowValues => ({
  name: v.name,
  code: v.code,
  data_scope: v.dataScope,
  masks: v.masks,
  remark: v.remark ?? '',
});

/** Roles from a spreadsheet; the name tells which one a line is about. The rights of a role are those that its lines name. */
export const roleImportDefinition: ImportDefinition<RoleImportFields> = {
  calls: roleImports,
  entity: 'role',
  table: 'role',
  key: { field: 'name', label: roleLabels.name, column: 'name', normal: (text) => text.trim() },
  columns: importColumns,
  notes: [
    '一个角色的每个菜单填一行：角色名称相同，其余角色信息填在第一行，后面各行可以留空，只填菜单和按钮。',
    '更新已有角色时，文件中的菜单和按钮整体替换原有权限；只改名称以外的信息时，菜单和按钮留空。',
    '只能授予您自己拥有的菜单和按钮；系统预置的角色不能修改，文件中与现有相同的跳过。导出的角色权限表可以修改后再导入。',
  ],
  parts: {
    field: 'menus',
    read: async (trx, ctx, ids) =>
      new Map((await loadRolesWithMenus(trx, ctx, { ids })).map((r) => [r.id, r.fields.menus])),
    write: async (trx, ctx, lists) => {
      // the list is one that `read` gave, or the `menus` of a line that the schema checked
      for (const { id, list } of lists) await replaceRights(trx, ctx, id, rightsOfMenus(ctx, list as RoleImportMenu[]));
      await guardRoles(
        trx,
        ctx,
        lists.map(({ id }) => id),
        'after',
      );
      await guardLastAdmin(trx, ctx);
    },
  },
  examples: ({ menu = [] }) => menu.slice(1, 3).map((path) => ({ name: '车队调度', 'menus.menu': path })),
  schema: roleImportFields,
  labels: roleLabels,
  defaults: () => ({ dataScope: dataScope.below, masks: [], menus: [] }),
  derive: (given, _cells, refs) => {
    if (Array.isArray(given.menus))
      given.menus = given.menus.map((line: Record<string, unknown>) => resolveMenuLine(line, String(given.name), refs));
  },
  lines: async (trx, ctx) => {
    const preset = await trx
      .selectFrom('role')
      .select('id')
      .where('client_id', '=', ctx.clientId)
      .where((eb) => eb.or([eb('preset', '=', true), eb('all_rights', '=', true)]))
      .execute();
    const fixed = new Set(preset.map(({ id }) => id));
    const givable = await givableRoles(trx, ctx);
    return ({ cells, known }) => {
      const faults = [];
      const before = known?.fields.masks ?? [];
      const said = masksOfCell(cells.masks ?? '');
      const after = known && !cells.masks ? before : Array.isArray(said) ? said : [...ctx.rights.masks];
      const shown = [...ctx.rights.masks].filter((m) => !after.includes(m) && (!known || before.includes(m)));
      if (shown.length > 0) faults.push({ field: 'masks', msg: `您自己看不到${maskWords(shown)}，该角色须同样脱敏` });
      if (cells.dataScope === dataScope.label(dataScope.custom) && known?.fields.dataScope !== dataScope.custom)
        faults.push({ field: 'dataScope', msg: '自定义部门请在角色权限中设置' });
      if (known && !fixed.has(known.id) && !givable.has(known.id))
        return {
          faults,
          fixed: { field: 'name', msg: `角色“${known.fields.name}”含有您没有的权限，不能修改` },
        };
      return known && fixed.has(known.id)
        ? { faults, fixed: { field: 'name', msg: message('role.preset', { name: known.fields.name }) } }
        : { faults };
    };
  },
  world: loadRoleWorld,
  guard: (trx, ctx, ids) => guardRoles(trx, ctx, ids, 'before'),
  // nothing follows, but what was written is looked at
  following: { columns: [], set: (trx, ctx, ids) => guardRoles(trx, ctx, ids, 'after') },
  columnsOf,
  // menus and buttons stand in the history as what came and what went
  wordsOf: (fields, names) =>
    fieldsInWords(
      fields,
      {
        labels: wordLabels,
        dicts: { dataScope: 'dataScope' },
        own: { masks: () => maskWords(fields.masks) },
      },
      names,
    ),
  insert: async (trx, ctx, records) => {
    const ids = await insertRows(trx, ctx, 'role', records.map(columnsOf));
    for (const [i, { menus }] of records.entries())
      await replaceRights(trx, ctx, ids[i] ?? '', rightsOfMenus(ctx, menus));
    return ids;
  },
  used: async (trx, _ctx, ids) => {
    const { rows } = await sql<{ id: string; names: string }>`
      select ur.role_id::text as id, string_agg(u.name, '、' order by u.id) as names from user_role ur
      join app_user u on u.id = ur.user_id and u.deleted_at is null where ur.role_id = any(${ids}::bigint[]) group by 1`.execute(
      trx,
    );
    return new Map(rows.map((r) => [r.id, `该角色已有成员：${r.names}`]));
  },
  remove: async (trx, ctx, ids) => {
    if (ids.length === 0) return;
    await trx.deleteFrom('role').where('client_id', '=', ctx.clientId).where('id', 'in', ids).execute();
  },
  twice: roleRecord.twice,
};

/** The imported menus of a role as the rows of its two tables (menus, buttons). */
function rightsOfMenus(ctx: Ctx, list: readonly RoleImportMenu[]) {
  const idOf = new Map(flattenMenus(listMenusToGive(ctx)).map((node) => [node.key, node.menuId]));
  return {
    menus: list.map(({ menu }) => menu),
    buttons: list.flatMap(({ menu, buttons }) => buttons.map((path) => ({ menuId: idOf.get(menu) ?? 0, path }))),
  };
}

async function loadRoleWorld(trx: Trx, ctx: Ctx, names: string[]): Promise<ImportWorld<RoleImportFields>> {
  const paths = pathsOfMenus(listMenusToGive(ctx));
  const menu = new Map<string, string | typeof many>();
  for (const [, { key, name }] of paths) menu.set(name, menu.has(name) ? many : key);
  for (const [path, { key }] of paths) menu.set(path, key);
  const button = new Map(paths.map(([, n]) => [n.key, JSON.stringify(n.buttons.map((b) => [b.label, b.path]))]));
  const mayGive = paths.flatMap(([, n]) => [
    ...(n.mayGive || n.group ? [n.key] : []),
    ...n.buttons.filter((b) => b.mayGive).map((b) => `${n.key}|${b.path}`),
  ]);
  const roles = names.length > 0 ? await loadRolesWithMenus(trx, ctx, { names }) : [];
  const held = roles.flatMap(({ fields: { name, menus } }) =>
    menus.flatMap((m) => [`${name}\n${m.menu}`, ...m.buttons.map((path) => `${name}\n${m.menu}|${path}`)]),
  );
  const marks = (list: readonly string[]) => new Map(list.map((one) => [one, one]));
  return {
    refs: { menu, button, mayGive: marks(mayGive), held: marks(held) },
    choices: { menu: paths.map(([path]) => path) },
    names: new Map(),
    known: new Map(roles.map((role) => [role.fields.name, role])),
  };
}

/** Roles in the form of an import file: their menus in the order of the tree, each with its buttons. Without `which` all roles of the company. */
export async function loadRolesWithMenus(
  trx: Trx,
  ctx: Ctx,
  which: { ids?: string[]; names?: string[] },
): Promise<Array<Known<RoleImportFields> & { allRights: boolean }>> {
  const { rows } = await sql<
    Omit<RoleImportFields, 'menus'> & {
      id: string;
      version: number;
      allRights: boolean;
      held: string[];
      pressed: string[];
    }
  >`select r.id::text as id, r.version, r.name, r.code, r.remark, r.data_scope as "dataScope", r.masks, r.all_rights as "allRights",
      array(select menu_key from role_menu m where m.role_id = r.id) as held,
      array(select menu_id || '|' || path from role_button b where b.role_id = r.id) as pressed
    from role r where r.client_id = ${ctx.clientId}
      and ${which.ids ? sql<boolean>`r.id = any(${which.ids}::bigint[])` : sql<boolean>`true`}
      and ${which.names ? sql<boolean>`r.name = any(${which.names}::text[])` : sql<boolean>`true`}
    order by r.preset desc, r.all_rights desc, r.id`.execute(trx);
  const nodes = flattenMenus(listMenusToGive(ctx));
  return rows.map(({ id, version, allRights, held, pressed, ...fields }) => {
    const menus = nodes.flatMap((n): RoleImportMenu[] => {
      const buttons = n.buttons
        .filter((b) => allRights || pressed.includes(`${n.menuId}|${b.path}`))
        .map((b) => b.path);
      const holds = n.group ? buttons.length > 0 : allRights || held.includes(n.key);
      return holds ? [{ menu: n.key, buttons }] : [];
    });
    return { id, version, visible: true, allRights, fields: { ...fields, menus } };
  });
}
