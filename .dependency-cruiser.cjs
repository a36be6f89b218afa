/** Who may import what (docs/architecture.md): rooms, wings and their doors; everything else is an error. */
const server = '^apps/server/src/';
const web = '^apps/web/src/';
const contract = '^packages/contract/src/';
/** The wings from the lowest to the highest: a wing imports those before it and never those after it. */
const wings = ['base', 'company', 'trade', 'watch', 'ground', 'resources', 'rules', 'transport', 'backstage'];
/** Files of a contract that only say words of the field: enumerations, kinds, and lists of fields with their rules (decision 137). */
const words = '/(enums|[a-z]+-enums|kind|episode|fields)\\.ts$';
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const test = '\\.(test|property\\.test)\\.tsx?$|^apps/server/test/';

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'a circle has no beginning to understand it from, and one of types alone hides a third thing that both stand on',
      {},
      { circular: true },
    ),
    forbid(
      'contract-is-a-leaf',
      'the contract knows zod and nothing of ours',
      { path: '^packages/contract/' },
      { path: '^(apps|packages/(protocol|geo))/' },
    ),
    forbid(
      'geo-is-a-leaf',
      'geometry imports nothing of ours',
      { path: '^packages/geo/' },
      { path: '^(apps|packages/(protocol|contract))/' },
    ),
    forbid(
      'protocol-is-a-leaf',
      'wire formats are pure: no packages, no node I/O',
      { path: '^packages/protocol/src/', pathNot: test },
      { path: '^(apps|packages/(geo|contract))/|node_modules/', pathNot: '^packages/protocol/' },
    ),
    forbid(
      'protocol-does-no-io',
      'wire formats are pure: what they know comes as an argument',
      { path: '^packages/protocol/src/', pathNot: test },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'contract-knows-zod-only',
      'both sides load the contract',
      { path: '^packages/contract/src/', pathNot: test },
      { path: 'node_modules/', pathNot: 'node_modules/(zod|@tongda)/' },
    ),
    forbid(
      'geo-knows-gcoord-only',
      'geometry stays small',
      { path: '^packages/geo/src/', pathNot: test },
      { path: 'node_modules/', pathNot: 'node_modules/(gcoord|@tongda)/' },
    ),
    forbid(
      'no-barrels',
      'import the file that has it',
      {},
      { path: '^(apps|packages)/.*/index\\.tsx?$', pathNot: '^packages/contract/src/index\\.ts$' },
    ),
    forbid(
      'web-stays-in-the-browser',
      'the web knows contract and geo only',
      { path: '^apps/web/' },
      { path: '^(apps/(server|simulator)|packages/protocol)/' },
    ),
    forbid('server-never-web', 'the server does not know the web', { path: '^apps/server/' }, { path: '^apps/web/' }),
    forbid(
      'simulator-speaks-over-tcp',
      'the simulator is a terminal: protocol and geo only',
      { path: '^apps/simulator/src/', pathNot: test },
      { path: '^(apps/(server|web)|packages/contract)/' },
    ),
    forbid(
      'only-the-seeder-knows-the-demo-fleet',
      'one list of demo vehicles, shared by seeder and simulator',
      { path: server, pathNot: `^apps/server/src/demo/` },
      { path: '^apps/simulator/' },
    ),
    forbid(
      'only-the-gateway-speaks-protocol',
      'wire formats end at the gateway, at the links that speak them to other platforms, and at who shows them to engineers',
      { path: server, pathNot: `${server}(gateway|frames|modules/rules/forwarding/link)/|${test}` },
      { path: '^packages/protocol/' },
    ),
    forbid(
      'frames-alone',
      'frames in words: protocol, contract and core only',
      { path: `${server}frames/`, pathNot: test },
      { path: `${server}(gateway|stream|modules|reports|roles|demo|kernel)/` },
    ),
    forbid(
      'core-knows-no-room',
      'core is under the rooms',
      { path: `${server}core/`, pathNot: test },
      { path: `${server}(gateway|stream|modules|reports|roles|demo|kernel|frames)/` },
    ),
    forbid(
      'kernel-is-pure',
      'calculations on points: geo and contract only',
      { path: `${server}kernel/`, pathNot: test },
      { path: `${server}(core|gateway|stream|modules|reports|roles|demo)/` },
    ),
    forbid(
      'gateway-alone',
      'rooms meet in topics and tables',
      { path: `${server}gateway/`, pathNot: test },
      { path: `${server}(stream|modules|reports|roles|demo|kernel)/` },
    ),
    forbid(
      'stream-alone',
      'rooms meet in topics and tables',
      { path: `${server}stream/`, pathNot: test },
      { path: `${server}(gateway|modules|reports|roles|demo)/`, pathNot: `${server}modules/base/org/door\\.ts$` },
    ),
    forbid(
      'modules-below-roles',
      'a module knows core, kernel and other modules’ services',
      { path: `${server}modules/`, pathNot: test },
      { path: `${server}(gateway|stream|reports|roles|demo)/` },
    ),
    forbid(
      'modules-by-door-only',
      'another module is entered by its door, never by a file behind it',
      { path: `${server}modules/([^/]+/[^/]+)/`, pathNot: test },
      { path: `${server}modules/[^/]+/[^/]+/`, pathNot: `${server}modules/($1/|[^/]+/[^/]+/door\\.ts$)` },
    ),
    forbid(
      'modules-are-bound-by-their-list',
      'what a module binds is for the list of modules alone',
      { path: server, pathNot: `${server}modules/all\\.ts$|${test}` },
      { path: `${server}modules/[^/]+/[^/]+/module\\.ts$` },
    ),
    forbid(
      'rooms-enter-modules-by-door',
      'whoever stands outside of the modules sees their doors',
      { path: `${server}(reports|demo|ops|stream|roles)/|${server}(main|program)\\.ts$`, pathNot: test },
      { path: `${server}modules/[^/]+/[^/]+/`, pathNot: `${server}modules/[^/]+/[^/]+/door\\.ts$` },
    ),
    forbid(
      'roles-are-the-top',
      'only the program starts roles',
      { path: server, pathNot: `${server}(main|program)\\.ts$|^apps/server/test/|${test}` },
      { path: `${server}roles/` },
    ),
    forbid(
      'web-areas-on-top',
      'modules and kit do not know areas',
      { path: '^apps/web/src/(modules|reports|kit|map|theme)/' },
      { path: '^apps/web/src/(areas|shell)/|^apps/web/src/(router|main)\\.tsx$' },
    ),
    forbid(
      'web-kit-knows-no-module',
      'the kit is under the modules',
      { path: '^apps/web/src/(kit|map|theme)/' },
      { path: '^apps/web/src/modules/' },
    ),
    forbid(
      'web-modules-by-door-only',
      'another module’s parts come through its door; parts of a wing are for the modules of the wing',
      { path: `${web}modules/([^/]+)/([^/]+)/` },
      { path: `${web}modules/[^/]+/`, pathNot: `${web}modules/($1/($2|parts)/|[^/]+/[^/]+/door\\.tsx$)` },
    ),
    ...wings.flatMap((wing, i) => {
      const above = wings.slice(i + 1);
      if (above.length === 0) return [];
      const to = (side) => ({ path: `${side}modules/(${above.join('|')})/` });
      return [
        forbid(
          `wing-${wing}`,
          'wings import downwards only',
          { path: `${server}modules/${wing}/`, pathNot: test },
          to(server),
        ),
        forbid(`web-wing-${wing}`, 'wings import downwards only', { path: `${web}modules/${wing}/` }, to(web)),
        forbid(
          `contract-wing-${wing}`,
          'wings import downwards only; the words of the field (enumerations, kinds) are open to all',
          { path: `${contract}${wing}/`, pathNot: test },
          { path: `${contract}(${above.join('|')})/`, pathNot: words },
        ),
      ];
    }),
    forbid(
      'contract-core-knows-no-wing',
      'core is under the wings',
      { path: `${contract}core/`, pathNot: test },
      { path: `${contract}(${wings.join('|')}|shell|reports)/`, pathNot: words },
    ),
    forbid(
      'resolvable',
      'an import that leads nowhere',
      {},
      { couldNotResolve: true, pathNot: '\\?(worker|url|raw|inline)|^geojson$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|data|[.]cache)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
