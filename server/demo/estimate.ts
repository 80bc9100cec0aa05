/** The estimate of the demo project: a small house, priced as a builder would price it. Invented throughout. */

/** Code, name, unit, quantity, and the unit prices of labour, materials and tools. */
type Position = readonly [string, string, string, string, string, string, string];

interface DemoList {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly positions: readonly Position[] }[];
}

export const DEMO_LISTS: readonly DemoList[] = [
  {
    title: 'Foundations',
    sections: [
      {
        title: 'Earthworks',
        positions: [
          ['02-101', 'Strip topsoil 0.20 m, stockpile on site', 'm²', '412.5', '0.48', '0', '1.15'],
          ['02-114', 'Excavate foundation trenches, soil class II', 'm³', '186.4', '1.12', '0', '4.85'],
          ['02-127', 'Trim trench bottoms by hand', 'm³', '14.2', '21.40', '0', '0.60'],
          ['02-133', 'Load and remove surplus soil, 8 km', 'm³', '121.75', '0.35', '0', '6.90'],
          ['02-140', 'Gravel bed 200 mm, compacted', 'm³', '38.2', '4.15', '18.60', '2.75'],
        ],
      },
      {
        title: 'Concrete and reinforcement',
        positions: [
          ['03-105', 'Formwork to strip footings', 'm²', '168.3', '13.80', '7.45', '1.20'],
          ['03-112', 'Reinforcement B500B, Ø 8–12 mm', 't', '3.462', '410.00', '1085.00', '38.00'],
          ['03-120', 'Concrete C25/30 to strip footings', 'm³', '54.6', '22.50', '118.60', '14.20'],
          ['03-126', 'Concrete slab on ground C25/30, 150 mm', 'm³', '31.85', '19.80', '118.60', '15.75'],
          ['03-131', 'Power-trowel the slab', 'm²', '212.3', '2.90', '0.45', '0.85'],
        ],
      },
      {
        title: 'Insulation and drainage',
        positions: [
          ['04-201', 'Bituminous membrane, two layers', 'm²', '196.4', '6.20', '11.40', '0.55'],
          ['04-226', 'Extruded polystyrene 150 mm', 'm²', '212.3', '3.90', '24.65', '0.35'],
          ['04-247', 'Inspection chamber Ø 315', 'pcs', '4', '62.00', '184.50', '12.00'],
          ['04-252', 'Drain pipe Ø 110 in filter fabric', 'm', '86.5', '4.60', '7.35', '1.10'],
        ],
      },
    ],
  },
  {
    title: 'Walls',
    sections: [
      {
        title: 'Load-bearing walls',
        positions: [
          ['08-104', 'Aerated concrete blocks 300 mm, external walls', 'm³', '86.2', '48.50', '104.20', '4.40'],
          ['08-109', 'Lime-sand blocks 240 mm, party walls', 'm³', '24.8', '52.75', '138.40', '6.35'],
          ['08-117', 'Bed-joint reinforcement Ø 4 mm', 'm', '620', '0.38', '0.92', '0.05'],
          ['08-123', 'Precast lintels up to 1.8 m', 'pcs', '18', '8.40', '41.50', '2.10'],
          ['08-136', 'Ring beam C25/30, formwork and reinforcement', 'm³', '6.35', '96.00', '221.40', '15.70'],
        ],
      },
      {
        title: 'Partitions',
        positions: [
          ['08-210', 'Gypsum blocks 100 mm, two sides smooth', 'm²', '124.6', '11.90', '15.80', '0.70'],
          ['08-218', 'Plasterboard on 75 mm frame, mineral wool', 'm²', '96.4', '14.20', '19.35', '0.95'],
          ['08-224', 'Moisture-resistant board, extra over', 'm²', '38.2', '0.40', '2.85', '0'],
        ],
      },
      {
        title: 'Façade',
        positions: [
          ['09-108', 'Mineral wool 180 mm, mechanically fixed', 'm²', '242.7', '9.80', '26.40', '0.80'],
          ['09-114', 'Reinforcing mesh and base coat', 'm²', '242.7', '7.20', '4.85', '0.35'],
          ['09-121', 'Silicone render 1.5 mm, tinted', 'm²', '231.3', '8.60', '7.30', '0.40'],
          ['09-130', 'Scaffolding, hire and erection, 4 months', 'm²', '290', '3.10', '0.25', '3.65'],
          ['09-142', 'Deduct: openings already rendered by others', 'm²', '-11.4', '8.60', '7.30', '0.40'],
        ],
      },
    ],
  },
  {
    title: 'Roof',
    sections: [
      {
        title: 'Carpentry',
        positions: [
          ['10-102', 'Wall plates 100 × 150 mm, treated', 'm', '64.8', '3.85', '7.90', '0.45'],
          ['10-108', 'Rafters 50 × 200 mm, C24', 'm³', '7.42', '142.00', '386.00', '18.50'],
          ['10-115', 'Counter battens and battens', 'm²', '268.4', '3.20', '4.15', '0.40'],
        ],
      },
      {
        title: 'Covering',
        positions: [
          ['10-204', 'Vapour-open underlay, taped', 'm²', '268.4', '1.15', '1.95', '0.10'],
          ['10-211', 'Concrete tiles, nailed', 'm²', '268.4', '7.40', '13.60', '0.90'],
          ['10-218', 'Ridge and hip tiles', 'm', '32.6', '9.80', '21.40', '1.05'],
          ['10-226', 'Gutters and downpipes, coated steel', 'm', '58.2', '8.75', '16.90', '0.85'],
          ['10-231', 'Roof window 780 × 1180 mm with flashing', 'pcs', '6', '86.00', '412.00', '9.50'],
        ],
      },
    ],
  },
];

/** Additional costs and taxes, one of each form. */
export const DEMO_LINES = [
  { kind: 'additional_cost', name: 'Site overheads', percent_total: '6.5' },
  { kind: 'additional_cost', name: 'Profit', percent_total: '4.2' },
  { kind: 'additional_cost', name: "Employer's social tax", percent_labour: '23.59' },
  { kind: 'tax', name: 'VAT', percent_total: '21' },
] as const;

/** Percents that the act in progress claims, by row code. */
export const DEMO_CLAIMS: Readonly<Record<string, string>> = {
  '02-101': '100',
  '02-114': '100',
  '02-127': '100',
  '02-133': '85',
  '02-140': '60',
  '03-105': '45',
  '03-112': '33.33',
  '03-120': '25',
  '08-104': '12.5',
};

/** Quantities the second version changes, by code. */
export const DEMO_CHANGES: Readonly<Record<string, string>> = { '02-133': '138.4', '03-131': '226.8', '09-108': '251.2', '10-231': '7' };
