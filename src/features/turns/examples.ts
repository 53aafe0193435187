/**
 * Worked examples for the model: whole files of good apps in our kit. tests/chat/prompt.test.ts checks and mounts them,
 * so that they can only show what works.
 */
export const examples: { about: string; path: string; content: string }[] = [
  {
    about:
      "A dashboard: figures over all rows first, then what needs somebody today, then what is new. Nothing is counted in the browser.",
    path: "pages/Dashboard.jsx",
    content: `import { Deal, Task } from "@/api/entities";
import { Attention, Latest } from "@/components/ui/attention";
import { Chart } from "@/components/ui/chart";
import { PageHeader } from "@/components/ui/page-header";
import { Stat, StatRow } from "@/components/ui/stat";
import { CircleDollarSign, Handshake, ListTodo } from "lucide-react";

export default function DashboardPage() {
  return (
    <div className="space-y-6">
      <PageHeader title="This week" description="What is open, and what is due." />
      <StatRow>
        <Stat entity={Deal} label="Open deals" query={{ stage: { $nin: ["won", "lost"] } }} icon={Handshake} />
        <Stat entity={Deal} label="Won" query={{ stage: "won" }} sum="amount" icon={CircleDollarSign} />
        <Stat entity={Task} label="Tasks to do" query={{ status: { $ne: "done" } }} icon={ListTodo} />
      </StatRow>
      <div className="grid gap-6 lg:grid-cols-2">
        <Chart entity={Deal} title="Amount by stage" by="stage" sum="amount" shape="funnel" />
        <Attention entity={Task} by="due" page="Tasks" />
      </div>
      <Latest entity={Deal} page="Deals" />
    </div>
  );
}
`,
  },
  {
    about:
      "A page of the app's own, where no part of the kit fits: rows by the hook that loads, follows and saves; the three states of a list (loading, failed, empty) with an action; tokens for all colours; numbers aligned.",
    path: "pages/Shopping.jsx",
    content: `import { useState } from "react";
import { Item } from "@/api/entities";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState, LoadError, LoadingRows } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page-header";
import { formatMoney } from "@/lib/format";
import { useGroups, useRows } from "@/lib/rows";
import { Plus, ShoppingBasket } from "lucide-react";

export default function ShoppingPage() {
  const list = useRows(Item, { sort: "name", limit: 100 });
  const groups = useGroups(Item, { query: { bought: { $ne: true } }, metrics: ["sum:price"] });
  const [name, setName] = useState("");
  const add = async (event) => {
    event.preventDefault();
    if (name.trim() === "") return;
    await list.save(null, { name: name.trim() });
    setName("");
  };
  return (
    <div className="mx-auto max-w-xl space-y-6">
      <PageHeader title="Shopping" description={"Still to pay: " + formatMoney(groups.value?.[0]?.["sum:price"] ?? 0)} />
      <form onSubmit={add} className="flex gap-2">
        <Input aria-label="What to buy" placeholder="Bread, milk …" value={name} onChange={(event) => setName(event.target.value)} />
        <Button type="submit" disabled={name.trim() === ""}>
          <Plus /> Add
        </Button>
      </form>
      {list.error ? (
        <LoadError error={list.error} onRetry={list.reload} />
      ) : list.isLoading ? (
        <LoadingRows count={5} />
      ) : list.rows.length === 0 ? (
        <EmptyState icon={ShoppingBasket} title="Nothing to buy" description="Write above what is missing at home." />
      ) : (
        <ul className="divide-y rounded-xl border bg-card">
          {list.rows.map((item) => (
            <li key={item.id} className="flex items-center gap-3 px-4 py-3">
              <Checkbox
                aria-label={"Bought: " + item.name}
                checked={item.bought === true}
                onCheckedChange={(bought) => list.save(item.id, { bought: bought === true })}
              />
              <span className={item.bought ? "flex-1 text-muted-foreground line-through" : "flex-1"}>{item.name}</span>
              <span className="tabular-nums text-muted-foreground">{item.price ? formatMoney(item.price) : ""}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
`,
  },
  {
    about: "A public home page: what it is and what to do first, then the newest things as cards that lead on.",
    path: "pages/Home.jsx",
    content: `import { Recipe } from "@/api/entities";
import { Featured } from "@/components/ui/gallery";
import { Hero } from "@/components/ui/hero";

export default function HomePage() {
  return (
    <div className="space-y-12">
      <Hero
        title="Cook what is in season"
        text="Recipes for two, with what the market has this week. No account needed."
        action={{ label: "Browse recipes", page: "Recipes" }}
      />
      <Featured entity={Recipe} page="Recipes" title="New this week" limit={6} />
    </div>
  );
}
`,
  },
];
