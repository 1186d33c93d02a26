import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { freshOffice } from '../../testing/office.ts';

const WEST = { name: 'West', postal_codes: ['97035', '972*'] };

describe('areas', () => {
  const service = sharedService();
  const office = freshOffice(service);
  const create = (fields: object = {}) =>
    created(office.api.post('/v1/areas', { ...WEST, ...fields }));

  it('are kept with who works there', async () => {
    const { teamId } = await office.newTeam(1);
    const circle = { latitude: 45.5, longitude: -122.6, radius_km: 25 };
    const ring = [
      [-122.8, 45.4],
      [-122.5, 45.4],
      [-122.5, 45.6],
      [-122.8, 45.4],
    ];
    const polygon = { type: 'Polygon', coordinates: [ring] };
    const area = await create({
      name: ' West ',
      postal_codes: ['sw1a 1aa', 'SW1A1AA', '972*'],
      circle,
      polygon,
      user_ids: [office.rosa, office.rosa],
      team_ids: [teamId],
    });
    assert.deepEqual(
      [
        area.name,
        area.postal_codes,
        area.circle,
        area.polygon,
        area.user_ids,
        area.team_ids,
        area.active,
      ],
      ['West', ['SW1A1AA', '972*'], circle, polygon, [office.rosa], [teamId], true],
    );
    const path = `/v1/areas/${area.area_id}`;
    assert.deepEqual((await office.api.get(path)).body, area);
    assert.deepEqual((await office.api.get('/v1/areas')).body.data, [area]);
    const updated = await office.api.patch(path, { circle: null, active: false });
    assert.deepEqual(
      [updated.status, updated.body.circle, updated.body.active],
      [200, null, false],
    );
    const { body } = await office.api.get('/v1/events?type=area.created,area.updated');
    const previous = { circle, active: true };
    assert.deepEqual(
      body.data.map((event: { type: string; previous: unknown }) => [event.type, event.previous]),
      [
        ['area.created', null],
        ['area.updated', previous],
      ],
    );
  });

  it('need a place, closed rings, and users and teams that exist', async () => {
    const other = await service.newOrganization();
    const stranger = await created(
      other.api.post('/v1/users', { name: 'Eve', email: 'eve@example.com', role: 'technician' }),
    );
    const open = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      ],
    };
    const polar = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [45, 122],
          [0, 0],
        ],
      ],
    };
    const refused = async (fields: object) => {
      const response = await office.api.post('/v1/areas', fields);
      assert.equal(response.status, 422, JSON.stringify(response.body));
      return fieldErrors(response);
    };
    assert.deepEqual(await refused({ name: 'Nowhere' }), ['/postal_codes required']);
    const circle = { latitude: 45.5, longitude: -122.6, radius_km: 0 };
    assert.deepEqual(await refused({ name: 'Point', circle }), ['/circle/radius_km out_of_range']);
    assert.deepEqual(await refused({ name: 'Open', polygon: open }), [
      '/polygon/coordinates/0 invalid_format',
    ]);
    assert.deepEqual(await refused({ name: 'Polar', polygon: polar }), [
      '/polygon/coordinates/0/2/1 out_of_range',
    ]);
    assert.deepEqual(await refused({ ...WEST, user_ids: [office.rosa, stranger.user_id] }), [
      '/user_ids/1 unknown_user',
    ]);
    assert.deepEqual(await refused({ ...WEST, team_ids: ['team_nobody'] }), [
      '/team_ids/0 unknown_team',
    ]);
    assert.deepEqual(await refused({ ...WEST, postal_codes: ['97*2'] }), [
      '/postal_codes/0 invalid_format',
    ]);
    const { area_id } = await create();
    assert.equal(
      (await office.api.patch(`/v1/areas/${area_id}`, { postal_codes: [] })).status,
      422,
    );
  });
});
