import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { shared, sharedService } from '../../../server/testing/fixtures.ts';
import { saveToken } from '../../../server/token-file.ts';
import { commands, program } from './program.ts';

describe('which token a command uses', () => {
  const service = sharedService();
  const [first, second] = [
    shared(() => service.newOrganization()),
    shared(() => service.newOrganization()),
  ];
  const home = mkdtempSync(join(tmpdir(), 'throughline-cli-'));
  after(() => rmSync(home, { recursive: true }));
  const environment = () => ({ XDG_CONFIG_HOME: home, HOME: home });
  const run = commands(environment);
  const real = program(environment);
  const file = join(home, 'throughline/config.json');
  const usedBy = async (args: string[], environment: Record<string, string> = {}) => {
    const { stdout, stderr } = await run(['whoami', '--json', ...args], environment);
    assert.notEqual(stdout, '', stderr);
    const { organization, token_from } = JSON.parse(stdout);
    return [organization.organization_id, token_from];
  };

  it('stores a token only after the service accepted it, readable by its owner alone', async () => {
    const refused = await run(['login', '--url', service.url, '--token', 'tl_wrong']);
    assert.equal(refused.code, 4, refused.stderr);
    assert.deepEqual(readdirSync(home), []);

    // It reads the file descriptor.
    const stored = await real.run(['login', '--url', service.url, '--token', '-'], {}, first.token);
    assert.equal(stored.code, 0, stored.stderr);
    assert(!stored.stdout.includes(first.token) && !stored.stderr.includes(first.token));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(home, 'throughline')), ['config.json']);
    const other = ['login', '--profile', 'other', '--no-use', '--url', service.url];
    assert.equal((await real.run([...other, '--token', '-'], {}, second.token)).code, 0);
    const profiles = (await run(['profiles', '--json'])).stdout;
    assert.deepEqual(
      JSON.parse(profiles).map((one: Record<string, unknown>) => [one.profile, one.is_current]),
      [
        ['default', true],
        ['other', false],
      ],
    );
    assert(!profiles.includes(first.token));
  });

  it('takes the option, then the environment, then the profile, then the data directory', async () => {
    const [one, two] = [first.organizationId, second.organizationId];
    const url = { THROUGHLINE_URL: service.url };
    assert.deepEqual(await usedBy([]), [one, 'the profile default']);
    assert.deepEqual(await usedBy(['--profile', 'other']), [two, 'the profile other']);
    assert.deepEqual(await usedBy([], { THROUGHLINE_PROFILE: 'other' }), [
      two,
      'the profile other',
    ]);
    const environment = { ...url, THROUGHLINE_TOKEN: second.token };
    assert.deepEqual(await usedBy([], environment), [two, 'THROUGHLINE_TOKEN']);
    assert.deepEqual(await usedBy(['--token', first.token], environment), [one, '--token']);
    assert.deepEqual(await usedBy(['--profile', 'default'], environment), [
      one,
      'the profile default',
    ]);

    const data = mkdtempSync(join(tmpdir(), 'throughline-cli-'));
    await saveToken(data, second.token);
    const local = { ...url, XDG_CONFIG_HOME: '/nowhere', THROUGHLINE_DATA_DIR: data };
    assert.deepEqual(await usedBy([], local), [two, join(data, 'bootstrap-token')]);
    rmSync(data, { recursive: true });
  });

  it('says in a refusal which token was used', async () => {
    const wrong = { THROUGHLINE_URL: service.url, THROUGHLINE_TOKEN: 'tl_wrong' };
    const refused = await run(['leads', 'list'], wrong);
    assert.equal(refused.code, 4);
    assert.match(refused.stderr, /The token was refused.*\nThe token is from THROUGHLINE_TOKEN\./);
  });

  it('sends the token of a profile only to the service of the profile', async () => {
    const elsewhere = await run([
      'leads',
      'list',
      '--profile',
      'other',
      '--url',
      'http://127.0.0.1:9',
    ]);
    assert.equal(elsewhere.code, 4);
    assert.match(elsewhere.stderr, /is for http:.*not for http:\/\/127\.0\.0\.1:9/);
    const silent = await run(['leads', 'list'], { THROUGHLINE_URL: 'http://127.0.0.1:9' });
    assert.equal(silent.code, 4);
    assert.match(silent.stderr, /No token for http:\/\/127\.0\.0\.1:9/);
  });

  it('changes the current profile, and forgets one', async () => {
    assert.equal((await run(['profiles', 'use', 'other'])).code, 0);
    assert.deepEqual(await usedBy([]), [second.organizationId, 'the profile other']);
    assert.equal((await run(['profiles', 'use', 'othr'])).code, 3);
    assert.equal((await run(['logout'])).code, 0);
    assert(!readFileSync(file, 'utf8').includes(second.token));
    assert.deepEqual(await usedBy([]), [first.organizationId, 'the profile default']);
    assert.equal((await run(['leads', 'list', '--profile', 'other'])).code, 4);
    assert.equal((await run(['login', '--profile', '../x'])).code, 2);
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, '{broken');
    const broken = await run(['whoami']);
    assert.equal(broken.code, 1);
    assert.match(broken.stderr, /config\.json cannot be read/);
    writeFileSync(file, before);
  });
});
