import type { ColumnMeta, DeviceMeta, ModuleMeta } from '@sillage/device-protocol';
import type { StoredModule } from '../store/index.ts';

/** A module as it will be stored. */
export interface Layout {
  readonly module: StoredModule;
  /** Name on the device: sequences count per name. */
  readonly source: string;
}

/**
 * Finds the stored module of each (meta, module id) of a journal. A device whose meta changes during the record goes on in
 * the same stored module while its columns keep their names; other columns begin a module of their own (`imu_2`).
 */
export class ModuleLayouts {
  readonly #layouts = new Map<string, Layout>();
  /** Per meta, by module id. */
  readonly #byMeta: (Map<number, { layout: string; name: string; meta: ModuleMeta }> | undefined)[] = [];

  add(meta: DeviceMeta): void {
    const modules = new Map<number, { layout: string; name: string; meta: ModuleMeta }>();
    for (const [name, module] of Object.entries(meta.modules)) {
      const key = `${name}:${module.columns.map((column) => column.name).join()}`;
      const old = this.#layouts.get(key);
      this.#layouts.set(key, { source: name, module: toStored(old?.module.name ?? this.#nameFor(name), module, old) });
      modules.set(module.id, { layout: key, name, meta: module });
    }
    this.#byMeta.push(modules);
  }

  /** How many metas were added. */
  get metas(): number {
    return this.#byMeta.length;
  }

  /** How to read the blocks of a module under a meta, and the key of its layout. */
  find(metaNumber: number, moduleId: number): { layout: string; name: string; meta: ModuleMeta } | undefined {
    return this.#byMeta[metaNumber]?.get(moduleId);
  }

  entries(): IterableIterator<[string, Layout]> {
    return this.#layouts.entries();
  }

  #nameFor(name: string): string {
    // Names become names of files, also on disks that ignore case.
    const taken = new Set([...this.#layouts.values()].map((layout) => layout.module.name.toLowerCase()));
    let given = name;
    for (let n = 2; taken.has(given.toLowerCase()); n++) given = `${name}_${n}`;
    return given;
  }
}

function toStored(name: string, module: ModuleMeta, old: Layout | undefined): StoredModule {
  return {
    name,
    type: module.type,
    rateHz: module.rateHz,
    columns: module.columns.map((column, i) => ({
      name: column.name,
      unit: column.unit,
      description: column.description,
      type: old?.module.columns[i]?.type === 'f64' ? 'f64' : storedType(column),
    })),
  };
}

/** float32 holds every int16 as scaled and every float32; an int32 needs float64. */
function storedType(column: ColumnMeta): 'f32' | 'f64' {
  return column.type === 'int32' ? 'f64' : 'f32';
}
