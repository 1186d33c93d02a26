import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from './config.ts';
import { StartupError } from './platform/startup-error.ts';

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    assert(error instanceof StartupError);
    return error.message;
  }
  assert.fail(`accepted: ${JSON.stringify(environment)}`);
}

describe('readConfig', () => {
  it('works without any settings', () => {
    assert.deepEqual(readConfig({}), {
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      appDatabaseUrl: null,
      dataDirectory: join(process.cwd(), 'data'),
      bootstrapToken: null,
      role: 'all',
      rateLimit: 1000,
      publicUrl: null,
      metricsToken: null,
      trustProxy: false,
      secretKeys: null,
      allowUnreadableSecrets: false,
      allowPrivateAddresses: false,
      geocoderUrl: null,
      routingUrl: null,
      logMonths: null,
      pauseSending: false,
      logLevel: 'info',
    });
  });

  it('reads every setting', () => {
    assert.deepEqual(
      readConfig({
        HOST: '0.0.0.0',
        PORT: '80',
        DATABASE_URL: 'postgres://app:secret@db.internal:5433/throughline',
        THROUGHLINE_APP_DATABASE_URL:
          'postgres://throughline_app:other@db.internal:5433/throughline',
        THROUGHLINE_DATA_DIR: '/var/lib/throughline',
        THROUGHLINE_BOOTSTRAP_TOKEN: 'a-token-of-twenty-ch',
        THROUGHLINE_ROLE: 'worker',
        THROUGHLINE_RATE_LIMIT: '50',
        THROUGHLINE_METRICS_TOKEN: 'scrape-me',
        THROUGHLINE_TRUST_PROXY: '10.0.0.0/8, ::1',
        THROUGHLINE_PUBLIC_URL: 'https://intake.example.com/',
        THROUGHLINE_SECRET_KEY: 'ab'.repeat(32),
        THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'true',
        THROUGHLINE_LOG_MONTHS: '24',
        THROUGHLINE_PAUSE_SENDING: 'true',
        THROUGHLINE_GEOCODER_URL: 'http://10.0.0.7:8080/search?key=1',
        THROUGHLINE_ROUTING_URL: 'http://10.0.0.8:5000',
        LOG_LEVEL: 'silent',
      }),
      {
        host: '0.0.0.0',
        port: 80,
        databaseUrl: 'postgres://app:secret@db.internal:5433/throughline',
        appDatabaseUrl: 'postgres://throughline_app:other@db.internal:5433/throughline',
        dataDirectory: '/var/lib/throughline',
        bootstrapToken: 'a-token-of-twenty-ch',
        role: 'worker',
        rateLimit: 50,
        publicUrl: 'https://intake.example.com',
        metricsToken: 'scrape-me',
        geocoderUrl: 'http://10.0.0.7:8080/search?key=1',
        routingUrl: 'http://10.0.0.8:5000',
        trustProxy: ['10.0.0.0/8', '::1'],
        secretKeys: [Buffer.alloc(32, 0xab)],
        allowUnreadableSecrets: false,
        allowPrivateAddresses: true,
        logMonths: 24,
        pauseSending: true,
        logLevel: 'silent',
      },
    );
  });

  it('treats an empty or blank value as missing, and trims the others', () => {
    const config = readConfig({
      PORT: '',
      HOST: '  ',
      DATABASE_URL: '',
      THROUGHLINE_BOOTSTRAP_TOKEN: '\t',
      THROUGHLINE_ROLE: ' api\n',
    });
    assert.deepEqual(config, { ...readConfig({}), role: 'api' });
  });

  it('resolves a relative data directory once, against the working directory at start', () => {
    const { dataDirectory } = readConfig({ THROUGHLINE_DATA_DIR: 'elsewhere/data' });
    assert.equal(dataDirectory, join(process.cwd(), 'elsewhere/data'));
  });

  for (const value of ['abc', '-1', '65536', '80.5', '0x50', '8e3', '8080 8081']) {
    it(`refuses PORT=${value} and says which values are allowed`, () => {
      assert.equal(
        refusal({ PORT: value }),
        `Settings: PORT must be a whole number from 0 to 65535, not "${value}".`,
      );
    });
  }

  it('accepts port 0 for any free port', () => {
    assert.equal(readConfig({ PORT: '0' }).port, 0);
  });

  it('refuses a routing server that is not a web address', () => {
    assert.match(refusal({ THROUGHLINE_ROUTING_URL: 'osrm:5000' }), /THROUGHLINE_ROUTING_URL/);
  });

  it('refuses a geocoder that is not a web address', () => {
    assert.match(refusal({ THROUGHLINE_GEOCODER_URL: 'nominatim' }), /THROUGHLINE_GEOCODER_URL/);
    assert.match(refusal({ THROUGHLINE_GEOCODER_URL: 'ftp://x.y/' }), /THROUGHLINE_GEOCODER_URL/);
  });

  it('refuses a rate limit of 0', () => {
    assert.match(refusal({ THROUGHLINE_RATE_LIMIT: '0' }), /from 1 to 1000000, not "0"/);
  });

  it('refuses an unknown role or log level, and lists the known ones', () => {
    assert.equal(
      refusal({ THROUGHLINE_ROLE: 'boss' }),
      'Settings: THROUGHLINE_ROLE must be one of all, api, worker, not "boss".',
    );
    assert.equal(
      refusal({ LOG_LEVEL: 'LOUD' }),
      'Settings: LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "LOUD".',
    );
  });

  for (const value of [
    'postgres://localhost/throughline',
    'postgresql://app:p%40ss@10.0.0.7:5432/throughline?sslmode=require',
    'postgres://app@[::1]:5432/throughline',
    'postgres:///throughline?host=/run/postgresql',
    'postgres://app@/throughline?host=/run/postgresql&port=5433',
    'postgres://app:secret@%2Frun%2Fpostgresql/throughline',
  ]) {
    it(`accepts ${value}`, () => {
      assert.equal(readConfig({ DATABASE_URL: value }).databaseUrl, value);
    });
  }

  for (const value of [
    'mysql://app:hunter2@db/throughline',
    'db.internal:5432 hunter2',
    'postgres://app:hunter2@db:port/throughline',
    'postgres:app:hunter2@db/throughline',
  ]) {
    it(`refuses ${value} without printing it, because it may contain a password`, () => {
      const message = refusal({ DATABASE_URL: value });
      assert.match(message, /DATABASE_URL must look like postgres:\/\/user:password@host:5432/);
      assert(!message.includes('hunter2'));
    });
  }

  it('accepts a URL for the application role only together with the owner’s URL', () => {
    const url = 'postgres://throughline_app:other@db.internal:5433/throughline';
    assert.match(
      refusal({ THROUGHLINE_APP_DATABASE_URL: url }),
      /THROUGHLINE_APP_DATABASE_URL also needs DATABASE_URL/,
    );
  });

  it('accepts a public URL with any host and port, and removes the trailing slash', () => {
    for (const value of [
      'http://10.0.0.7:8080',
      'https://[::1]:8443',
      'https://intake.example.com',
    ]) {
      assert.equal(readConfig({ THROUGHLINE_PUBLIC_URL: value }).publicUrl, value);
      assert.equal(readConfig({ THROUGHLINE_PUBLIC_URL: `${value}/` }).publicUrl, value);
    }
  });

  it('refuses a public URL that is invalid or has more than an origin', () => {
    for (const value of [
      'intake.example.com',
      'ftp://intake.example.com',
      'https://intake.example.com/leads',
      'https://intake.example.com/?a=1',
      'https://intake.example.com/#a',
      'https://app:hunter2@intake.example.com',
      'https://',
    ]) {
      const message = refusal({ THROUGHLINE_PUBLIC_URL: value });
      assert.match(message, /THROUGHLINE_PUBLIC_URL must look like https:\/\/intake\.example\.com/);
      assert(!message.includes('hunter2'));
    }
  });

  it('refuses a bootstrap token that is too short, too long or not printable, without printing it', () => {
    for (const value of [
      'nineteen-characters',
      'x'.repeat(513),
      'twenty characters and',
      'ä'.repeat(20),
    ]) {
      const message = refusal({ THROUGHLINE_BOOTSTRAP_TOKEN: value });
      assert.match(message, /THROUGHLINE_BOOTSTRAP_TOKEN must be 20 to 512 visible ASCII/);
      assert(!message.includes(value));
    }
  });

  it('reports all errors at once', () => {
    const message = refusal({
      PORT: 'abc',
      DATABASE_URL: 'nonsense',
      THROUGHLINE_BOOTSTRAP_TOKEN: 'short',
      THROUGHLINE_ROLE: 'boss',
      THROUGHLINE_RATE_LIMIT: 'many',
      THROUGHLINE_PUBLIC_URL: 'nonsense',
      LOG_LEVEL: 'loud',
    });
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'THROUGHLINE_BOOTSTRAP_TOKEN',
      'THROUGHLINE_ROLE',
      'THROUGHLINE_RATE_LIMIT',
      'THROUGHLINE_PUBLIC_URL',
      'LOG_LEVEL',
    ]) {
      assert(message.includes(`${name} must`), `${name} is not named in: ${message}`);
    }
    assert(!message.includes('\n'));
  });

  it('accepts a secret key in base64 or hex, and never prints it', () => {
    const base64 = Buffer.alloc(32, 0xab).toString('base64');
    assert.deepEqual(readConfig({ THROUGHLINE_SECRET_KEY: base64 }).secretKeys, [
      Buffer.alloc(32, 0xab),
    ]);
    const several = `${'cd'.repeat(32)}, ${base64}`;
    assert.deepEqual(readConfig({ THROUGHLINE_SECRET_KEY: several }).secretKeys, [
      Buffer.alloc(32, 0xcd),
      Buffer.alloc(32, 0xab),
    ]);
    const invalid = ['short', 'ab'.repeat(31), 'zz'.repeat(32), base64.slice(0, -4), `${base64},`];
    for (const wrong of invalid) {
      const message = refusal({ THROUGHLINE_SECRET_KEY: wrong });
      assert.match(message, /THROUGHLINE_SECRET_KEY must be 32 bytes/);
      assert(!message.includes(wrong));
    }
    assert.match(
      refusal({ THROUGHLINE_WEBHOOK_ALLOW_PRIVATE: 'yes' }),
      /must be one of true, false/,
    );
  });
});
