import type { SourceFile } from "@/shipped/contract";

const schema = (name: string, properties: object, required: string[] = []) =>
  `${JSON.stringify({ name, type: "object", properties, required, "x-accessControl": { permissions: { read: "all", write: "creator" } } }, null, 2)}\n`;

/** A support desk as an assistant with a model writes one: entity calls with literals, a function, links, hooks, forms. */
export const desk: SourceFile[] = [
  {
    path: "entities/Ticket.json",
    content: schema(
      "Ticket",
      {
        title: { type: "string" },
        description: { type: "string" },
        status: { type: "string", enum: ["open", "pending", "closed"], default: "open" },
        priority: { type: "string", enum: ["low", "normal", "urgent"], default: "normal" },
        points: { type: "number", default: 1 },
        customer: { type: "string", "x-reference": "Customer" },
        archived: { type: "boolean", default: false },
        labels: { type: "array", items: { type: "string" } },
      },
      ["title", "status"],
    ),
  },
  {
    path: "entities/Customer.json",
    content: schema(
      "Customer",
      {
        company: { type: "string" },
        email: { type: "string", format: "email" },
        plan: { type: "string", enum: ["free", "team", "enterprise"], default: "free" },
      },
      ["company"],
    ),
  },
  {
    path: "functions/sendReminder.ts",
    content: `import { createClient } from "npm:@base44/sdk@0.7.1";

type Body = { ticketId: string };

Deno.serve(async (request: Request) => {
  const { ticketId } = (await request.json()) as Body;
  const key = Deno.env.get("MAIL_KEY");
  if (!key) return Response.json({ error: "no key" }, { status: 500 });
  const client = createClient({ appId: key });
  return Response.json({ sent: ticketId, client: typeof client });
});
`,
  },
  {
    path: "services/labels.js",
    content: `export const statusLabels = { open: "Open", pending: "Pending", closed: "Closed" };

export function priorityColor(priority) {
  switch (priority) {
    case "urgent":
      return "text-red-600";
    case "normal":
      return "text-slate-600";
    default:
      return "text-slate-400";
  }
}

export const sumPoints = (tickets) => tickets.reduce((sum, ticket) => sum + (ticket.points || 0), 0);
`,
  },
  {
    path: "components/TicketCard.jsx",
    content: `import { Link } from "react-router-dom";
import { Clock, AlertTriangle } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { priorityColor, statusLabels } from "@/services/labels";
import { createPageUrl } from "@/utils";

export default function TicketCard({ ticket, onClose }) {
  const isUrgent = ticket.priority === "urgent";

  return (
    <Card className="shadow-sm">
      <CardHeader>
        <CardTitle className={priorityColor(ticket.priority)}>{ticket.title}</CardTitle>
      </CardHeader>
      <CardContent className="space-y-2">
        <Badge variant="secondary">{statusLabels[ticket.status]}</Badge>
        {isUrgent ? <AlertTriangle className="h-4 w-4" /> : <Clock className="h-4 w-4" />}
        <p className="text-sm">{ticket.description}</p>
        <Link to={createPageUrl("TicketDetail") + "?id=" + ticket.id}>Open</Link>
        <button type="button" onClick={() => onClose(ticket.id)}>
          Close
        </button>
      </CardContent>
    </Card>
  );
}
`,
  },
  {
    path: "components/NewTicketDialog.jsx",
    content: `import { useState } from "react";
import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogHeader, DialogTitle, DialogTrigger } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Ticket } from "@/api/entities";

export function NewTicketDialog({ customers, onCreated }) {
  const [title, setTitle] = useState("");
  const [isOpen, setIsOpen] = useState(false);

  const submit = async (event) => {
    event.preventDefault();
    const created = await Ticket.create({ title, status: "open", priority: "normal", points: 3, archived: false });
    setIsOpen(false);
    setTitle("");
    onCreated(created);
  };

  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>
          <Plus className="mr-2 h-4 w-4" /> New ticket
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>New ticket</DialogTitle>
        </DialogHeader>
        <form onSubmit={submit} className="space-y-4">
          <Label htmlFor="title">Title</Label>
          <Input id="title" value={title} onChange={(event) => setTitle(event.target.value)} />
          <p style={{ color: "gray" }}>{customers.length} customers</p>
          <Button type="submit">Create</Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
`,
  },
  {
    path: "pages/Home.jsx",
    content: `import { useEffect, useMemo, useState } from "react";
import { Customer, Ticket } from "@/api/entities";
import { sendReminder } from "@/api/functions";
import { NewTicketDialog } from "@/components/NewTicketDialog";
import TicketCard from "@/components/TicketCard";
import { Skeleton } from "@/components/ui/skeleton";
import { sumPoints } from "../services/labels";
import { toast } from "sonner";

export default function Home() {
  const [tickets, setTickets] = useState([]);
  const [customers, setCustomers] = useState([]);
  const [isLoading, setIsLoading] = useState(true);

  useEffect(() => {
    async function load() {
      const rows = await Ticket.list("-createdAt", 50);
      const people = await Customer.filter({ plan: "team" }, "company");
      setTickets(rows);
      setCustomers(people);
      setIsLoading(false);
    }
    load();
  }, []);

  const urgent = useMemo(() => tickets.filter((ticket) => ticket.priority === "urgent"), [tickets]);

  const close = async (id) => {
    const updated = await Ticket.update(id, { status: "closed", archived: true });
    setTickets((rows) => rows.map((row) => (row.id === id ? updated : row)));
    await sendReminder({ ticketId: id });
    toast.success("Closed");
  };

  if (isLoading) {
    return <Skeleton className="h-40 w-full" />;
  }

  return (
    <main className="mx-auto max-w-5xl p-6">
      <header className="flex items-center justify-between">
        <h1 className="text-2xl font-semibold">Tickets ({sumPoints(tickets)})</h1>
        <NewTicketDialog customers={customers} onCreated={(ticket) => setTickets((rows) => [ticket, ...rows])} />
      </header>
      <p>{urgent.length} urgent</p>
      <ul className="grid gap-4 md:grid-cols-2">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} onClose={close} />
          </li>
        ))}
      </ul>
    </main>
  );
}
`,
  },
  {
    path: "pages/TicketDetail.jsx",
    content: `import React, { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { format } from "date-fns";
import { ArrowLeft } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { Ticket } from "@/api/entities";

export default function TicketDetail() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [ticket, setTicket] = useState(null);
  const id = params.get("id");

  useEffect(() => {
    Ticket.get(id).then(setTicket);
  }, [id]);

  let title = "Ticket";
  if (ticket) {
    title = ticket.title;
  }

  const save = async (description) => {
    try {
      setTicket(await Ticket.update(id, { description }));
    } catch (error) {
      console.error(error);
    }
  };

  return (
    <section className="space-y-4 p-6">
      <Button variant="ghost" onClick={() => navigate("/Home")}>
        <ArrowLeft className="h-4 w-4" /> Back
      </Button>
      <h1>{title}</h1>
      {ticket && (
        <>
          <time>{format(new Date(ticket.createdAt), "PPP")}</time>
          <Textarea defaultValue={ticket.description} onBlur={(event) => save(event.target.value)} />
        </>
      )}
    </section>
  );
}
`,
  },
  {
    path: "layout.jsx",
    content: `import { NavLink } from "react-router-dom";
import { LayoutDashboard } from "lucide-react";
import { Toaster } from "@/components/ui/sonner";
import { cn } from "@/lib/utils";

const links = [{ to: "/Home", label: "Tickets" }];

export default function Layout({ children, currentPageName }) {
  return (
    <div className="flex min-h-screen">
      <nav aria-label="Main">
        <LayoutDashboard />
        {links.map(({ to, label }) => (
          <NavLink key={to} to={to} className={cn("block p-2", currentPageName === label && "font-bold")}>
            {label}
          </NavLink>
        ))}
      </nav>
      {children}
      <Toaster />
    </div>
  );
}
`,
  },
  {
    path: "globals.css",
    content: `@import "tailwindcss";

:root {
  --accent: #4f46e5;
}

.card {
  border-radius: 8px;
}

@media (max-width: 600px) {
  .card {
    border-radius: 0;
  }
}
`,
  },
];
